// Builds an application with each SDK, all with the same tool.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { errata } from '../build/vite.ts'
import { buildChunks } from '../testing/built-application.ts'

/** What a page loads: the entry, and its chunks by file name. */
export type Built = { entry: string; files: Map<string, string> }

export async function buildSdk(name: string): Promise<Built> {
  const chunks = await buildChunks({
    root: import.meta.dirname,
    // As in the set-up of an application; it changes only what belongs to Errata.
    plugins: [errata({ service: 'bench' })],
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

/** Installs the other SDKs into this folder, once. */
export function installSdks(): void {
  if (existsSync(join(import.meta.dirname, 'node_modules/rollbar'))) return
  console.log('Installing the other SDKs …')
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-progress'], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
