/** The parts of Carpe Diem’s picture, as the server sends them, by the names its drawings use. */
import type { Wire } from '../../net/protocol'

export type CarpeDiemPicture = Wire['CarpeDiemPicture']
export type CarpeDiemPlayer = Wire['CarpeDiemPlayer']
export type Circle = Wire['CarpeDiemCircle']
export type Feature = Wire['CarpeDiemFeature']
export type ScoringCard = Wire['CarpeDiemScoringCard']
export type Task = Wire['CarpeDiemTask']
export type PlacedTile = Wire['CarpeDiemPlacedTile']
export type Tile = Wire['CarpeDiemTile']
/** What is drawn of a tile, wherever it lies. */
export type Face = Omit<Tile, 'id'>
export type Good = keyof CarpeDiemPlayer['goods']
export type Reward = keyof ScoringCard['reward']
export type Kind = Feature['kind']
