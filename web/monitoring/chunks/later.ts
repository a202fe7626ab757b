// Entry of the tracing chunk.
export { startTracing } from '../tracing/tracing.ts'
