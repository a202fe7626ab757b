// `npm start`: store, collector and relay on one machine, until Ctrl-C.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findScripts } from '../web/monitoring/build/map-files.ts'
import { uploadMaps } from '../web/monitoring/build/upload-maps.ts'
import manifest from '../web/package.json' with { type: 'json' }
import { buildIfStale } from './build.ts'
import { storeUrl } from './collector/configuration.ts'
import { relayUrl, type Config } from './config.ts'
import { launch } from './launch.ts'

await launch({ prepare: buildIfStale, onReady })

function onReady(config: Config): void {
  void uploadDemoMaps(config)
  const url = relayUrl(config)
  console.log(`
Errata is ready: ${url}
  break something:  ${url}/demo
  monitor your app: ${url}/connect
  stop:             Ctrl-C
`)
}

/** To the store itself: with a password the relay requires a token. What is already stored is not sent. */
async function uploadDemoMaps(config: Config): Promise<void> {
  const target = { url: storeUrl(config), service: 'demo-shop', release: manifest.version }
  const scripts = findScripts(resolve('web/dist')).filter(({ mapPath }) => mapPath && !isConsole(mapPath))
  const { problems } = await uploadMaps(target, scripts, resolve('web'))
  for (const problem of problems) console.error(`A source map of the demo was not stored: ${problem}`)
}

/** The console is built into the same folder, and shares React and the SDK with the demo. */
function isConsole(mapPath: string): boolean {
  const { sources } = JSON.parse(readFileSync(mapPath, 'utf8')) as { sources: string[] }
  return sources.some((source) => source.includes('/console/'))
}
