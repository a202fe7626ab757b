// Builds failing-application.ts in memory, with the settings of a typical application.

import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Chunk } from './script-tag.ts'

/** Path of the files in the test server. */
export const builtPath = '/built/'

export async function buildApplication(): Promise<Chunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    base: builtPath,
    build: {
      write: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('failing-application.ts', import.meta.url)),
        output: { entryFileNames: 'entry.js' },
      },
    },
  })
  const outputs = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  return outputs.flatMap((output) => (output.type === 'chunk' ? [output] : []))
}
