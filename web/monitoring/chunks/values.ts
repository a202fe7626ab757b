// Entry of the records of web vitals, loaded only with the option `vitals`. Its name hides the chunk from
// content blockers, which match words such as "vitals" in file names.
export { createVitals } from '../tracing/vitals.ts'
