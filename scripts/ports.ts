// Checks that every port is free: a conflict is one sentence with the variable to set. Chooses free ports.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { StartupError } from '../server/startup-error.ts'
import type { Config } from './config.ts'

type Listener = { variable: string; host: string; port: number }

/** Throws a `StartupError` for the first port that cannot be used. */
export async function checkPorts(config: Config): Promise<void> {
  const variables = new Map<number, string>()
  for (const listener of listenersOf(config)) {
    const { variable, port } = listener
    const other = variables.get(port)
    if (other)
      throw new StartupError(`${other} and ${variable} are both ${port}: set one of them to another port.`)
    variables.set(port, variable)
    const code = await tryToListen(listener)
    if (code) throw new StartupError(describe(listener, code))
  }
}

/** Below the ports of outgoing connections, which could take one before its process listens. */
const FREE_PORTS = { min: 20_000, max: 32_768 }

/** A port of the loopback for something that only processes of the stack read. */
export async function freePort(): Promise<number> {
  const { min, max } = FREE_PORTS
  for (;;) {
    const port = randomInt(min, max)
    if ((await tryToListen(local('', port))) === undefined) return port
  }
}

function listenersOf(config: Config): Listener[] {
  return [
    { variable: 'PORT', host: config.host, port: config.port },
    ...(config.storeUrl === undefined ? [local('STORE_PORT', config.storePort)] : []),
    ...(config.endpoint === undefined
      ? [
          local('COLLECTOR_HTTP_PORT', config.collectorHttpPort),
          local('COLLECTOR_GRPC_PORT', config.collectorGrpcPort),
          local('COLLECTOR_HEALTH_PORT', config.collectorHealthPort),
        ]
      : []),
  ]
}

function local(variable: string, port: number): Listener {
  return { variable, host: '127.0.0.1', port }
}

function describe({ variable, host, port }: Listener, code: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the program that uses it, or set ${variable} to a free port.`
  if (code === 'EACCES') return `This user may not use port ${port}: set ${variable} to a port above 1023.`
  return `HOST=${host} is not an address of this machine (${code}): set HOST to one, such as 127.0.0.1.`
}

/** The code of the error; undefined where the port is free. */
function tryToListen({ host, port }: Listener): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
