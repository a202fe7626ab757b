// The store's process: read the configuration, listen, open; on a signal close in reverse. It listens before
// it is open, because a collector drops data that is answered 404 or meets a closed port.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { prepareProcess, readConfig, type Config } from './config.ts'
import { openStore, type Store } from './store.ts'
import { releaseMemoryWhenIdle } from '../server/idle-memory.ts'
import { nodeHttp } from '../server/node-http.ts'
import { StartupError } from '../server/startup-error.ts'

/** Then the process exits, even if work is unfinished: a launcher waits five seconds. */
const CLOSE_MILLISECONDS = 4_500

/**
 * Longer than the collector (90 s) or the relay keeps an idle connection: they must close it first, or a
 * request meets a connection that is closing. Node's default is 5 s.
 */
const KEEP_ALIVE_MILLISECONDS = 120_000

prepareProcess()
try {
  await start(readConfig())
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  const options = { level: config.logLevel, base: { part: 'store' } }
  const log = pino(options)
  let store: Store | null = null
  let closing = false
  // One request failed twice: the others go on.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejected promise was not handled'))
  process.on('uncaughtException', (error) => {
    // Written by this thread: a kill would end the thread that writes the lines of `log`.
    const lastLine = pino(options, pino.destination({ dest: 1, sync: true }))
    lastLine.fatal({ err: error }, 'the store ends because of an error that was not handled')
    endAtOnce()
  })
  const answer = createApp({
    store: () => (closing ? null : store),
    allowedHosts: config.allowedHosts,
    log,
  }).callback()
  const server = nodeHttp.createServer(
    { keepAliveTimeout: KEEP_ALIVE_MILLISECONDS },
    (request, response) => void answer(request, response),
  )
  for (const reason of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(reason, () => void close())
  const port = await listen(server, config)
  const open = await openStore(config, log)
  store = open
  releaseMemoryWhenIdle(async () => {
    if (!closing) await purgeEngine(open)
  })
  log.info({ engine: open.engine.kind, version: open.engine.version, host: config.host, port }, 'store ready')

  async function close(): Promise<void> {
    if (closing) return
    closing = true
    setTimeout(endAtOnce, CLOSE_MILLISECONDS).unref()
    server.close()
    await store?.close()
    process.exit(0)
  }
}

/**
 * Not `process.exit`: it runs the handlers of the engine, which wait for ever for a mutex where a query is
 * running. A kill loses nothing that was acknowledged.
 */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Its allocator returns memory only while it allocates. */
async function purgeEngine({ engine }: Store): Promise<void> {
  if (engine.kind === 'embedded') await engine.command('SYSTEM JEMALLOC PURGE')
}

/** Returns the port: STORE_PORT 0 takes a free one. */
function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const remedy = 'stop the program that uses it, or set STORE_PORT (and STORE_HOST) to another address'
      reject(new StartupError(`The store cannot listen on ${host}:${port} (${code}): ${remedy}.`))
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}
