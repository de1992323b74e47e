/** The parts of Alhambra’s picture, as the server sends them, by the names its drawings use. */
import type { Wire } from '../../net/protocol'

export type AlhambraPicture = Wire['AlhambraPicture']
export type AlhambraPlayer = Wire['AlhambraPlayer']
export type Building = Wire['AlhambraBuilding']
export type Money = Wire['AlhambraMoney']
export type Fifth = Wire['AlhambraFifth']
export type Purchase = Wire['AlhambraPurchase']
export type Currency = Money['currency']
export type Category = Building['category']
