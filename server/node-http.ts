// Node's HTTP modules. `import … from 'node:http'` reads all exports, and to read `WebSocket` loads the code
// behind `fetch`: 14 MB in each process. `node:https` loads the code of TLS: 6 MB.
import type http from 'node:http'
import type https from 'node:https'
import { text } from 'node:stream/consumers'

export const nodeHttp: typeof http = process.getBuiltinModule('node:http')

/** Agent and request for the protocol of `url`. */
export function httpClient(url: string): typeof http | typeof https {
  return url.startsWith('https:') ? process.getBuiltinModule('node:https') : nodeHttp
}

/** Rejects where there is no complete answer within `timeoutMs`. Does not follow redirects. */
export function getText(url: string, timeoutMs: number): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const request = httpClient(url).get(url, { signal }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject)
    })
    request.on('error', reject)
  })
}
