// Entry of the chunk that makes records of web vitals, loaded only with the option `vitals`.
export { createVitals } from '../tracing/vitals.ts'
