// What other features use of the status.
export { DiskSection } from './disk-section.tsx'
export { statusQuery } from './status-query.ts'
