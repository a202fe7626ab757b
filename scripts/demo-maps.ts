// Sends the source maps of the demo shop to the store, so that its stacks show its source code.
import { join } from 'node:path'
import { findScripts } from '../web/monitoring/upload/map-files.ts'
import { uploadMaps } from '../web/monitoring/upload/upload-maps.ts'
import manifest from '../web/package.json' with { type: 'json' }
import { storeUrl } from './collector/configuration.ts'
import type { Config } from './config.ts'

/** The entry of the console. */
const CONSOLE = /^assets\/index-/

const WEB = join(import.meta.dirname, '..', 'web')

/** To the store itself: with a password the relay asks for a token. What is stored already is not sent. */
export async function uploadDemoMaps(config: Config): Promise<void> {
  const target = { url: storeUrl(config), service: 'demo-shop', release: manifest.version }
  const scripts = findScripts(join(WEB, 'dist')).filter(({ file }) => !CONSOLE.test(file))
  const { problems } = await uploadMaps(target, scripts, WEB)
  for (const problem of problems) console.error(`A source map of the demo was not stored: ${problem}`)
}
