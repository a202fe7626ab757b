// Loaded by failing-application.ts.
export const route = '/orders'
