// The shop of the sample data.
export { App } from './src/app.tsx'
export { Summary } from './src/cart/summary.tsx'
export { useQuote } from './src/cart/use-quote.ts'
export { applyFilters } from './src/filters/apply.ts'
export { boot } from './src/main.tsx'
