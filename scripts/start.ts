// `npm start`: store, collector and relay on one machine, until Ctrl-C.
import { buildIfStale } from './build.ts'
import type { Config } from './config.ts'
import { launch } from './launch.ts'

await launch({ prepare: buildIfStale, onReady: printUrls })

function printUrls({ host, port }: Config): void {
  const url = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
  console.log(`
Errata is ready: ${url}
  break something:  ${url}/demo
  watch your app:   ${url}/connect
  stop:             Ctrl-C
`)
}
