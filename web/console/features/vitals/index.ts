// The parts of vitals that other features use.
export { formatVital, rate, RATING_TEXTS, VITALS } from './vital-names.ts'
