// Stores the source maps of the demo, so that its exceptions show the lines of its source code.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findScripts } from '../web/monitoring/build/map-files.ts'
import { uploadMaps } from '../web/monitoring/build/upload-maps.ts'
import manifest from '../web/package.json' with { type: 'json' }
import { storeUrl } from './collector/configuration.ts'
import { getConfig } from './config.ts'

// The launcher is gone.
process.on('disconnect', () => process.exit())

// To the store itself: with a password the relay requires a token. What is already stored is not sent.
const target = { url: storeUrl(getConfig()), service: 'demo-shop', release: manifest.version }
const scripts = findScripts(resolve('web/dist')).filter(({ mapPath }) => mapPath && !isConsole(mapPath))
const { problems } = await uploadMaps(target, scripts, resolve('web'))
for (const problem of problems) console.error(`A source map of the demo was not stored: ${problem}`)
process.exit()

/** The console is built into the same folder, and shares React and the SDK with the demo. */
function isConsole(mapPath: string): boolean {
  const { sources } = JSON.parse(readFileSync(mapPath, 'utf8')) as { sources: string[] }
  return sources.some((source) => source.includes('/console/'))
}
