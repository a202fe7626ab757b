// The issues of the sample data: a book shop and its administration.
import type { SamplePosition } from './sample-app.ts'

export type SampleIssue = {
  service: string
  type: string
  message: string
  frames: SamplePosition[]
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
    frames: [
      ['src/cart/totals.ts', 'amount'],
      ['src/cart/summary.tsx', 'cartTotal(lines)'],
    ],
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
    frames: [
      ['src/cart/quote.ts', 'new QuoteError'],
      ['src/cart/use-quote.ts', 'fetchQuote(books)'],
    ],
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
    frames: [
      ['src/filters/state.ts', 'structuredClone'],
      ['src/filters/apply.ts', 'cloneFilters(filters)'],
    ],
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
    frames: [
      ['src/session/store.ts', 'localStorage'],
      ['src/main.tsx', 'readSession()'],
    ],
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
    frames: [
      ['src/order/dates.ts', 'toISOString'],
      ['src/order/row.tsx', 'formatEta(eta)'],
    ],
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
    frames: [
      ['src/api/client.ts', 'JSON.parse'],
      ['src/order/load.ts', 'readJson<Order[]>'],
    ],
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
    frames: [
      ['src/ui/portal.tsx', 'removeChild(child)'],
      ['src/ui/popover.tsx', 'removeChild(anchor, content)'],
    ],
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
    frames: [
      ['src/routes/product.tsx', 'new Error'],
      ['src/app.tsx', 'ProductPage({ id })'],
    ],
    occurrencesPerHour: 2,
    ageHours: 2,
    mechanism: 'react.recoverable',
    severity: 13,
    route: '/books/:id',
  },
]
