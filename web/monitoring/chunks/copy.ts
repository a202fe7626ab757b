// Entry of the snapshot chunk, loaded only with the option `snapshot`. Its name hides the chunk from content
// blockers.
export { createSnapshots } from '../snapshot/snapshot.ts'
