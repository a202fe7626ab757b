// The answers of `/api/status` and `/api/delivery`. Types only.

export type StatusAnswer = {
  engine: 'embedded' | 'clickhouse'
  version: string
  lastStored: string | null
  rows: { spans: number; logs: number; exceptions: number }
  /** Occurrences in each of the last 60 minutes, the oldest first. */
  minutes?: number[]
  /** Metric data points that were taken and counted, not kept. */
  metricsReceived: number
  /** Bodies that can never be stored and were kept in files, since the store started. */
  refused: number
  bytes: number
  /** The disk of the tables; with CLICKHOUSE_URL, all disks of the server. */
  disk?: { free: number; total: number }
  growth?: {
    /** Bytes of a day: the mean of the last seven complete days; null before the first. */
    bytesPerDay: number | null
    /** Days with data. From `retentionDays` on, a day goes for each that comes. */
    days: number
    /** When disk or STORE_LIMIT is full, at this growth; null: never. */
    fullAt: string | null
  }
  retentionDays: number
  /** STORE_LIMIT in bytes; null: none. */
  limit?: number | null
  problems: string[]
  /** How many of them are about damaged or missing rows. */
  damage?: number
  /** Resident bytes of the process. The embedded engine is a part of it. */
  memory?: number
  /** By the clock of the store, when it answered. */
  time?: string
  /** Days that were dropped because of it, or of a full disk, since the store started. */
  dropped?: { day: string; bytes: number; at: string }[]
}

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

/**
 * Items that SDKs report as not sent, by their names for reason and category. `isLost` false: because the
 * application is configured so, with a sample rate or a filter. One report counts 10,000 items at most.
 */
export type DiscardedItems = { reason: string; category: string; quantity: number; isLost: boolean }

/** The browser with the smallest share that arrived first. `discarded`: the most items first. */
export type DeliveryAnswer = {
  sessions: number
  total: Delivery
  usual: Delivery
  browsers: BrowserDelivery[]
  discarded: DiscardedItems[]
}
