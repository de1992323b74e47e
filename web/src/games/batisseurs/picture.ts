/** The parts of Les Grands Bâtisseurs’ picture, as the server sends them, by the names its drawings use. */
import type { Wire } from '../../net/protocol'

export type BatisseursPicture = Wire['BatisseursPicture']
export type BatisseursPlayer = Wire['BatisseursPlayer']
export type Card = Wire['BatisseursCard']
export type Auction = Wire['BatisseursAuction']
export type Attack = Wire['BatisseursAttack']
export type CardType = Card['type']
export type DieFace = BatisseursPicture['die_faces'][number]
