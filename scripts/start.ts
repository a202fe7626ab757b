// `npm start`: store, collector and relay on one machine, until Ctrl-C.
import { buildIfStale } from './build.ts'
import { relayUrl, type Config } from './config.ts'
import { launch } from './launch.ts'

await launch({ prepare: buildIfStale, onReady: printUrls })

function printUrls(config: Config): void {
  const url = relayUrl(config)
  console.log(`
Errata is ready: ${url}
  break something:  ${url}/demo
  watch your app:   ${url}/connect
  stop:             Ctrl-C
`)
}
