// A port in use is said before anything starts, in the words of the variable that moves it.
import { createServer } from 'node:net'
import type { Config } from './config.ts'

/** Throws one sentence that names the first port that is taken, its variable and the remedy. */
export async function refuseTakenPorts(config: Config): Promise<void> {
  const wanted: [name: string, host: string, port: number][] = [['PORT', config.host, config.port]]
  if (!config.storeUrl) wanted.push(['STORE_PORT', '127.0.0.1', config.storePort])
  if (!config.endpoint) {
    wanted.push(['COLLECTOR_HTTP_PORT', '127.0.0.1', config.collectorHttpPort])
    wanted.push(['COLLECTOR_GRPC_PORT', '127.0.0.1', config.collectorGrpcPort])
    wanted.push(['COLLECTOR_HEALTH_PORT', '127.0.0.1', config.collectorHealthPort])
  }
  const names = new Map<number, string>()
  for (const [name, host, port] of wanted) {
    const other = names.get(port)
    if (other) throw new Error(`${other} and ${name} are both ${port}: give one of them another port.`)
    names.set(port, name)
    const code = await tryToListen(host, port)
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use: end what listens there, or set ${name} to a free port.`)
    if (code === 'EACCES')
      throw new Error(`Port ${port} is not allowed to this user: set ${name} to a port above 1023.`)
    if (code)
      throw new Error(
        `HOST=${host} is no address of this machine (${code}): set HOST to one that is, such as 127.0.0.1.`,
      )
  }
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
