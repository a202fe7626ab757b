// The parts of logs that other features use.
export { Level, LogDetails } from './log-row.tsx'
export { logLine } from './log-text.ts'
export { TraceLogs } from './trace-logs.tsx'
export { useTraceLogs } from './use-trace-logs.ts'
