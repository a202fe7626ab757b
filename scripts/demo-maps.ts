// Sends the source maps of the demo shop to the store, so that its stacks show its source code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findScripts } from '../web/monitoring/build/map-files.ts'
import { uploadMaps } from '../web/monitoring/build/upload-maps.ts'
import manifest from '../web/package.json' with { type: 'json' }
import { storeUrl } from './collector/configuration.ts'
import type { Config } from './config.ts'

const WEB = join(import.meta.dirname, '..', 'web')

/** To the store itself: with a password the relay asks for a token. What is stored already is not sent. */
export async function uploadDemoMaps(config: Config): Promise<void> {
  const target = { url: storeUrl(config), service: 'demo-shop', release: manifest.version }
  const scripts = findScripts(join(WEB, 'dist')).filter(({ mapPath }) => mapPath && !isConsole(mapPath))
  const { problems } = await uploadMaps(target, scripts, WEB)
  for (const problem of problems) console.error(`A source map of the demo was not stored: ${problem}`)
}

/** The console is built into the same folder, and shares React and the SDK with the demo. */
function isConsole(mapPath: string): boolean {
  const { sources } = JSON.parse(readFileSync(mapPath, 'utf8')) as { sources: string[] }
  return sources.some((source) => source.includes('/console/'))
}
