// Builds what the pages of tests load, in memory.

import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { scriptTag } from '../build/script-build.ts'

export type Chunk = Rolldown.OutputChunk

/** Path of the files in the test server. */
export const builtPath = '/built/'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** With the settings of a typical application, unless `config` has others. */
export async function buildChunks({ build: options, ...config }: InlineConfig): Promise<Chunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    ...config,
    build: { ...options, write: false },
  })
  const outputs = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  return outputs.flatMap((output) => (output.type === 'chunk' ? [output] : []))
}

export function buildScriptTag(): Promise<Chunk[]> {
  return buildChunks(scriptTag('unused'))
}

/** An application that throws before it mounts. */
export function buildApplication(): Promise<Chunk[]> {
  const input = at('failing-application.ts')
  return buildChunks({
    base: builtPath,
    build: { rolldownOptions: { input, output: { entryFileNames: 'entry.js' } } },
  })
}

/** What tests call inside pages. One file is a request; its modules from Vite's server would be eighty. */
export function buildTestModules(): Promise<Chunk[]> {
  const input = { sdk: at('sdk.tsx'), routers: at('routers.tsx') }
  const mode = 'development'
  return buildChunks({
    mode,
    base: builtPath,
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: { minify: false, rolldownOptions: { input, output: { entryFileNames: '[name].js' } } },
  })
}
