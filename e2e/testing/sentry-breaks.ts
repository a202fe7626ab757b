// The ways in which the pages of `sentry-sdks/` break, as they are stored.
import type { Event } from '../../contract/issues.ts'

type Expected = { type: RegExp | string; message: RegExp; at?: string; mechanism: string; severity?: number }

/** `at`: the function of the first own frame. A pattern of a message has the words of all engines. */
export const BREAKS: Record<string, Expected> = {
  first: { type: 'StockError', message: /^the shelf is empty$/, at: 'checkStock', mechanism: 'window.error' },
  listener: {
    type: 'TypeError',
    message: /'amount'|"amount"|item\.price\.amount/,
    at: 'readPrice',
    mechanism: 'window.error',
  },
  rejection: {
    type: 'Error',
    message: /^the search answered 500$/,
    at: 'loadOrders',
    mechanism: 'unhandledrejection',
  },
  rejectedText: {
    type: 'UnhandledRejection',
    message: /value: the card was declined$/,
    mechanism: 'unhandledrejection',
  },
  json: { type: 'SyntaxError', message: /JSON/, at: 'parseAnswer', mechanism: 'window.error' },
  selector: {
    type: 'SyntaxError',
    message: /'#1' is not a valid/,
    at: 'findItem',
    mechanism: 'window.error',
  },
  recursion: {
    type: /^(?:Range|Internal)Error$/,
    message: /call stack|recursion/,
    at: 'countItems',
    mechanism: 'window.error',
  },
  request: {
    type: 'TypeError',
    message: /Failed to fetch \(|NetworkError|Load failed/,
    mechanism: 'unhandledrejection',
  },
  chunk: {
    type: 'TypeError',
    message: /dynamically imported module|Importing a module script/,
    mechanism: 'unhandledrejection',
  },
  captured: {
    type: 'Error',
    message: /^the order was not placed$/,
    at: 'placeOrder',
    mechanism: 'manual',
    severity: 13,
  },
  rejectedObject: {
    type: 'UnhandledRejection',
    message: /keys: code, status$/,
    mechanism: 'unhandledrejection',
  },
  text: { type: 'Error', message: /^payment declined$/, mechanism: 'window.error' },
  boundary: {
    type: 'TypeError',
    message: /'amount'|"amount"|item\.price\.amount/,
    at: 'Price',
    mechanism: 'react.caught',
  },
  handler: {
    type: 'TypeError',
    message: /^the item is sold$/,
    at: 'sellItem',
    mechanism: 'auto.function.vue.error_handler',
  },
}
/** Sentry's SDK words it by its keys, ours by its content. */
export const OTHER_THAN_OURS = new Set(['rejectedObject'])
/** With all SDKs. */
export const OF_ALL = Object.keys(BREAKS).filter((name) => name !== 'boundary' && name !== 'handler')

/** Frames of the page, the innermost first. */
export const own = (event: Event) => event.frames.filter(({ inApp }) => inApp)

/** Two breaks have one message, and differ in the function that threw. */
export function eventsOfBreak(some: Event[], name: string): Event[] {
  const { message, at } = BREAKS[name]!
  return some.filter((event) => message.test(event.message) && (at === undefined || isThrownBy(event, at)))
}

/** Gecko puts the constructor of a class on top. */
function isThrownBy(event: Event, name: string): boolean {
  return own(event)
    .slice(0, 2)
    .some(({ function: each }) => each.split('.').at(-1) === name)
}
