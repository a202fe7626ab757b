// The relay's process: read what was configured, open, run until told to stop, close.
import { ConfigError, readConfig } from './config.ts'
import { type Relay, openRelay } from './relay.ts'

const relay = await start()
const stop = once(async () => {
  await relay.close()
  process.exit(0)
})
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('SIGUSR2', relay.toggleLog)
// The launcher waits for this, and when it is gone nobody else would stop us.
if (process.channel) {
  process.send?.('ready')
  process.on('disconnect', stop)
}

async function start(): Promise<Relay> {
  try {
    return await openRelay(readConfig())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}

function once(act: () => Promise<void>): () => void {
  let acted = false
  return () => {
    if (!acted) void act()
    acted = true
  }
}
