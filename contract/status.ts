// Types of the answer of `GET /api/delivery`.

/**
 * Pages number what they send, in a session one after the other. `sent`: from the first to the last number of
 * each session that arrived in the range. `arrived`: how many of these did. What a page sent before its first
 * or after its last number that arrived is not known, nor what a page whose requests are all blocked sends.
 */
export type Delivery = {
  sent: number
  arrived: number
}

/** `browser` and `os` as in facets, without versions; empty: not known. */
export type BrowserDelivery = Delivery & {
  browser: string
  os: string
  /** Of the seven days before the range. */
  usual: Delivery
}

/** The browser with the smallest share that arrived first. */
export type DeliveryAnswer = {
  sessions: number
  total: Delivery
  usual: Delivery
  browsers: BrowserDelivery[]
}
