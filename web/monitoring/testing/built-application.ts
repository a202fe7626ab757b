// Builds modules for the pages of tests, in memory, with the settings of a typical application.

import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Chunk } from './script-tag.ts'

/** Path of the files in the test server. */
export const builtPath = '/built/'

/** An application that throws before it mounts. */
export function buildApplication(): Promise<Chunk[]> {
  return buildModules({ entry: 'failing-application.ts' }, 'production')
}

/** What tests call inside pages. One file is a request; its modules from Vite's server would be eighty. */
export function buildTestModules(): Promise<Chunk[]> {
  return buildModules({ sdk: 'sdk.tsx', routers: 'routers.tsx' }, 'development')
}

async function buildModules(files: Record<string, string>, mode: string): Promise<Chunk[]> {
  const paths = Object.entries(files).map(([name, file]) => [
    name,
    fileURLToPath(new URL(file, import.meta.url)),
  ])
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    mode,
    base: builtPath,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: {
      write: false,
      minify: mode === 'production',
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: Object.fromEntries(paths) as Record<string, string>,
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  const outputs = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  return outputs.flatMap((output) => (output.type === 'chunk' ? [output] : []))
}
