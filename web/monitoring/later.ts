// The name of the chunk that bundlers make of the tracing code: content blockers match file names with words such as tracing in them.
export { startTracing } from './tracing.ts'
