/** The plain face, made from the game's moves, pieces and picture. A face of one's own takes its place here. */
export { face } from '../../kit/plain'
