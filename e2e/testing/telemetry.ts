// What pages and servers send, made by hand: one exception, one trace, one load of them.
import { randomBytes } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function newDigest(): string {
  return Array.from(randomBytes(8), (byte) => crockford[byte % 32]).join('')
}

/** One exception as a page sends it: OTLP/JSON. */
export function exceptionLog({
  digest = newDigest(),
  message = 'x is not a function',
  service = 'shop',
  traceId = randomBytes(16).toString('hex'),
} = {}) {
  const record = {
    timeUnixNano: `${Date.now()}000000`,
    eventName: 'exception',
    severityNumber: 17,
    traceId,
    spanId: randomBytes(8).toString('hex'),
    attributes: attributes({
      'exception.type': 'TypeError',
      'exception.message': message,
      'exception.stacktrace': `TypeError: ${message}\n    at total (https://shop.example/assets/cart-a1b2c3d4.js:10:15)\n    at checkout (https://shop.example/assets/checkout-a1b2c3d4.js:20:5)`,
      'errata.digest': digest,
      'errata.mechanism': 'window.error',
      'url.full': 'https://shop.example/cart',
    }),
  }
  return {
    digest,
    traceId,
    body: {
      resourceLogs: [
        {
          resource: { attributes: attributes({ 'service.name': service }) },
          scopeLogs: [{ logRecords: [record] }],
        },
      ],
    },
  }
}

export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return fetch(url, {
    method: 'POST',
    body: bytes as string,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** Sends one exception after the other, `at once` of them side by side, until told to stop. Each rests after an answer. Resolves to what was acknowledged. */
export function sendUntilStopped(url: string, { atOnce = 4, service = 'load', restMs = 0 } = {}) {
  const acknowledged: string[] = []
  let refused = 0
  let stopped = false
  const senders = Array.from({ length: atOnce }, async () => {
    while (!stopped) {
      const { digest, body } = exceptionLog({ service, message: 'under load' })
      const status = await post(`${url}/monitoring`, body).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      )
      if (status === 200) acknowledged.push(digest)
      else refused++
      if (status !== 200 || restMs > 0)
        await new Promise((resolve) => setTimeout(resolve, status === 200 ? restMs : 50))
    }
  })
  return {
    acknowledged: () => acknowledged.length,
    async stop() {
      stopped = true
      await Promise.all(senders)
      return { acknowledged, refused }
    },
  }
}

export function attributes(values: Record<string, string>) {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}
