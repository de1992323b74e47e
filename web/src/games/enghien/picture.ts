/** The parts of Enghien-les-Bains’ picture, as the server sends them, by the names its drawings use. */
import type { Wire } from '../../net/protocol'

export type EnghienPicture = Wire['EnghienPicture']
export type LayoutCell = Wire['EnghienLayoutCell']
export type SymbolCard = Wire['EnghienSymbolCard']
export type SymbolId = SymbolCard['symbols'][number]
