// Builds an application with each SDK, all with the same tool.

import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** What a page loads: the entry, and its chunks by file name. */
export type Built = { entry: string; files: Map<string, string> }

export async function buildSdk(name: string): Promise<Built> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    mode: 'production',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: fileURLToPath(new URL(`sdks/${name}.js`, import.meta.url)),
        output: {
          entryFileNames: 'entry.js',
          chunkFileNames: '[name].js',
          assetFileNames: '[name][extname]',
        },
      },
    },
  })
  const outputs = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  const files = new Map(
    outputs.flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output.code] as const] : [])),
  )
  return { entry: files.get('entry.js') ?? '', files }
}

/** Bytes after gzip -9. */
export function zipped(code: string): number {
  return gzipSync(code, { level: 9 }).length
}
