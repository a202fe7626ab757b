// `npm start`: store, collector and relay on one machine, until Ctrl-C.
import { buildIfStale } from './build.ts'
import { relayUrl, type Config } from './config.ts'
import { uploadDemoMaps } from './demo-maps.ts'
import { launch } from './launch.ts'

await launch({ prepare: buildIfStale, onReady })

function onReady(config: Config): void {
  void uploadDemoMaps(config)
  const url = relayUrl(config)
  console.log(`
Errata is ready: ${url}
  break something:  ${url}/demo
  watch your app:   ${url}/connect
  stop:             Ctrl-C
`)
}
