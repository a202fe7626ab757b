// What users saw: the paths, and the writer for the relay.
import type { Path } from '../../http/path.ts'
import { framePath, snapshotPath, type SnapshotContext } from './read-snapshot.ts'
import { receivePath, type ReceiveContext } from './receive.ts'

export const paths: Path<SnapshotContext>[] = [snapshotPath, framePath]

/** Of the private port, not in the OpenAPI document. */
export const receivePaths: Path<ReceiveContext>[] = [receivePath]

export { openSnapshots, type Snapshots } from './receive.ts'
export { snapshotOf } from './read-snapshot.ts'
