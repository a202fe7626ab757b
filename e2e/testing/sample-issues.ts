// The issues of the sample data: a book shop and its administration.

export type SampleIssue = {
  service: string
  type: string
  message: string
  frames: string[]
  occurrencesPerHour: number
  /** Hours since its first occurrence. */
  ageHours: number
  mechanism: string
  severity: number
  route: string
}

export const SAMPLE_ISSUES: SampleIssue[] = [
  {
    service: 'shop',
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'amount')",
    frames: ['cartTotal (src/cart/totals.ts:42:35)', 'Summary (src/cart/summary.tsx:18:9)'],
    occurrencesPerHour: 9,
    ageHours: 3,
    mechanism: 'react.uncaught',
    severity: 21,
    route: '/cart',
  },
  {
    service: 'shop',
    type: 'QuoteError',
    message: 'the quote service answered 502',
    frames: ['fetchQuote (src/cart/quote.ts:27:11)', 'useQuote (src/cart/use-quote.ts:9:3)'],
    occurrencesPerHour: 5,
    ageHours: 50,
    mechanism: 'unhandledrejection',
    severity: 17,
    route: '/cart',
  },
  {
    service: 'shop',
    type: 'ReferenceError',
    message: 'structuredClone is not defined',
    frames: ['cloneFilters (src/filters/state.ts:12:20)', 'applyFilters (src/filters/apply.ts:31:5)'],
    occurrencesPerHour: 3,
    ageHours: 2,
    mechanism: 'window.error',
    severity: 17,
    route: '/books',
  },
  {
    service: 'shop',
    type: 'SecurityError',
    message: "Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
    frames: ['readSession (src/session/store.ts:7:22)', 'boot (src/main.tsx:14:3)'],
    occurrencesPerHour: 4,
    ageHours: 72,
    mechanism: 'window.error',
    severity: 17,
    route: '/',
  },
  {
    service: 'admin',
    type: 'RangeError',
    message: 'Invalid time value',
    frames: ['formatEta (src/order/dates.ts:19:31)', 'OrderRow (src/order/row.tsx:44:18)'],
    occurrencesPerHour: 2,
    ageHours: 72,
    mechanism: 'react.caught',
    severity: 17,
    route: '/orders/:id',
  },
  {
    service: 'admin',
    type: 'SyntaxError',
    message: `Unexpected token '<', "<!doctype "... is not valid JSON`,
    frames: ['readJson (src/api/client.ts:33:17)', 'loadOrders (src/order/load.ts:12:9)'],
    occurrencesPerHour: 3,
    ageHours: 72,
    mechanism: 'unhandledrejection',
    severity: 17,
    route: '/orders',
  },
  {
    service: 'admin',
    type: 'NotFoundError',
    message: "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    frames: ['removeChild (src/ui/portal.tsx:51:12)', 'Popover (src/ui/popover.tsx:88:7)'],
    occurrencesPerHour: 1,
    ageHours: 72,
    mechanism: 'react.uncaught',
    severity: 21,
    route: '/orders/:id',
  },
  {
    service: 'shop',
    type: 'Error',
    message: 'Hydration failed because the server rendered HTML did not match the client',
    frames: ['ProductPage (src/routes/product.tsx:20:10)', 'App (src/app.tsx:11:5)'],
    occurrencesPerHour: 2,
    ageHours: 2,
    mechanism: 'react.recoverable',
    severity: 13,
    route: '/books/:id',
  },
]
