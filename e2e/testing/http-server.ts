// A web server on a free port, for pages that are not served by the relay.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpServer = { url: string; close: () => void }

export async function startServer(listener: RequestListener): Promise<HttpServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
