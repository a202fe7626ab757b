// The process of a relay: reads the settings, starts the relay, stops it at a signal.
import { releaseMemoryWhenIdle } from '../server/idle-memory.ts'
import { StartupError } from '../server/startup-error.ts'
import { readConfig } from './config.ts'
import { type Relay, startRelay } from './relay.ts'

// The spool and the ended sessions are for this user only.
process.umask(0o077)
const relay = await start()
releaseMemoryWhenIdle()
let isStopping = false
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('SIGUSR2', relay.toggleLog)
// The launcher waits for this message; a launcher that was killed cannot stop its relays.
if (process.channel) {
  process.send?.('ready')
  process.on('disconnect', stop)
}

async function start(): Promise<Relay> {
  try {
    return await startRelay(readConfig())
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}

function stop(): void {
  if (isStopping) return
  isStopping = true
  void relay.close().then(() => process.exit(0))
}
