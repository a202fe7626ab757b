// What a receiver of untrusted requests adds to writing: limits, and rules about texts and attributes.

export type Sanitizer = {
  limits: Limits
  /** A quick test on written UTF-8: true if the text stays as it is. False: `text` decides, with that key. */
  isPlainText(bytes: Uint8Array, start: number, end: number, key: string): boolean
  /** The same for the key of an attribute. False: `key` decides. */
  isPlainKey(bytes: Uint8Array, start: number, end: number): boolean
  /** The text as it may be forwarded. `key`: of the attribute it is the value of, or `LOG_BODY`, or ''. */
  text(text: string, key: string): string
  /** The key as it may be forwarded; undefined: the attribute is left out. */
  key(key: string): string | undefined
  /** The bytes as they may be forwarded. */
  bytes(bytes: Buffer): Buffer
  /** True for attributes whose value is a secret, whatever it is. */
  isSecretKey(key: string): boolean
  /** True for integers and doubles that are secrets. */
  isSecretNumber(value: string | number): boolean
  /** The text that replaces a secret value. */
  replacement: string
}
export type Limits = {
  /** Spans, log records or data points of a request. */
  items: number
  /** Attributes of an item, an event, a link, a resource or a scope. */
  attributes: number
  /** Events of a span; links of a span. */
  parts: number
  /** Values of a list or a map. */
  listValues: number
  /** Lists within lists. */
  listDepth: number
}

/** Stands for the key where a text is the body of a log record. */
export const LOG_BODY = 'LogRecord.body'

/** For our own requests. The depth bounds recursion: protobuf readers stop at 100 messages, two a list. */
export const NO_RULES: Sanitizer = {
  limits: { items: Infinity, attributes: Infinity, parts: Infinity, listValues: Infinity, listDepth: 32 },
  isPlainText: () => true,
  isPlainKey: () => true,
  text: (text) => text,
  key: (key) => key,
  bytes: (bytes) => bytes,
  isSecretKey: () => false,
  isSecretNumber: () => false,
  replacement: '',
}
