// Entry of the tracing chunk. Its name hides the chunk from content blockers, which match words such as
// "tracing" in file names.
export { startTracing } from '../tracing/tracing.ts'
