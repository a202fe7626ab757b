// Free ports for the processes of a stack.
import { createServer } from 'node:net'

/**
 * Below the ports of outgoing connections (from 32768 on Linux), so that none takes a port between this check
 * and the start of the process. Each vitest worker has a part of the range for itself.
 */
const FIRST_PORT = 10_000
const PORTS_PER_WORKER = 2_000
const WORKERS = 10

type PortVariable =
  | 'PORT'
  | 'STORE_PORT'
  | 'COLLECTOR_HTTP_PORT'
  | 'COLLECTOR_GRPC_PORT'
  | 'COLLECTOR_HEALTH_PORT'

/** A free port for each variable of the launcher that names a port, unless `chosen` names one. */
export async function freePorts(
  chosen: Partial<Record<string, string>> = {},
): Promise<Record<PortVariable, string>> {
  const ports = new Set<number>()
  while (ports.size < 5) ports.add(await freePort())
  const [relay = '', store = '', http = '', grpc = '', health = ''] = Array.from(ports, String)
  return {
    PORT: chosen['PORT'] ?? relay,
    STORE_PORT: chosen['STORE_PORT'] ?? store,
    COLLECTOR_HTTP_PORT: chosen['COLLECTOR_HTTP_PORT'] ?? http,
    COLLECTOR_GRPC_PORT: chosen['COLLECTOR_GRPC_PORT'] ?? grpc,
    COLLECTOR_HEALTH_PORT: chosen['COLLECTOR_HEALTH_PORT'] ?? health,
  }
}

/** Of the range of this worker. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS
  for (;;) {
    const port = FIRST_PORT + worker * PORTS_PER_WORKER + Math.floor(Math.random() * PORTS_PER_WORKER)
    if (await isFree(port)) return port
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
