// Builds an application with each SDK, all with the same tool.

import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { buildChunks } from '../testing/built-application.ts'

/** What a page loads: the entry, and its chunks by file name. */
export type Built = { entry: string; files: Map<string, string> }

export async function buildSdk(name: string): Promise<Built> {
  const chunks = await buildChunks({
    root: import.meta.dirname,
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        input: fileURLToPath(new URL(`sdks/${name}.js`, import.meta.url)),
        output: { entryFileNames: 'entry.js', chunkFileNames: '[name].js' },
      },
    },
  })
  const files = new Map(chunks.map(({ fileName, code }) => [fileName, code]))
  return { entry: files.get('entry.js') ?? '', files }
}

/** Bytes after gzip -9. */
export function zipped(code: string): number {
  return gzipSync(code, { level: 9 }).length
}
