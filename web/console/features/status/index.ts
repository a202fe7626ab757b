// What other features use of the status.
export { statusQuery } from './status-query.ts'
