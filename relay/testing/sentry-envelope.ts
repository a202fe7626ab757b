// Envelopes of a Sentry SDK for tests, and a page that sends them.
export const SENTRY_KEY = '0123456789abcdef0123456789abcdef'
export const EVENT_ID = '21b66efc39ed49b6afbb3eed5ee885e9'
export const PAGE_HEADERS = {
  origin: 'https://shop.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
}

const FRAMES = [
  { function: 'run', filename: 'https://shop.example/app.js', lineno: 1, colno: 5 },
  { function: 'total', filename: 'https://shop.example/app.js', lineno: 2, colno: 7 },
]

/** An uncaught TypeError "no total" with a cause. */
export const EVENT = {
  event_id: EVENT_ID,
  timestamp: Date.now() / 1000,
  platform: 'javascript',
  level: 'error',
  release: 'shop-web@4.2.0',
  environment: 'staging',
  exception: {
    values: [
      { type: 'Error', value: 'no price', mechanism: { type: 'chained', exception_id: 1, parent_id: 0 } },
      {
        type: 'TypeError',
        value: 'no total',
        stacktrace: { frames: FRAMES },
        mechanism: { type: 'onerror', handled: false, exception_id: 0 },
      },
    ],
  },
}

export function envelope(header: object, ...items: [header: object, payload: string | object][]): string {
  const lines = items.flatMap(([item, payload]) => [
    JSON.stringify(item),
    typeof payload === 'string' ? payload : JSON.stringify(payload),
  ])
  return [JSON.stringify(header), ...lines].join('\n')
}

export type SendOptions = { path?: string; headers?: Record<string, string> }

/** `url`: of the relay. */
export function sendEnvelope(
  url: string,
  body: string | Buffer,
  { path = `/api/42/envelope/?sentry_key=${SENTRY_KEY}`, headers = {} }: SendOptions = {},
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...PAGE_HEADERS, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  })
}
