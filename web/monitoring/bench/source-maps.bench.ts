// What `upload` adds to a build: the console's, without maps, with maps, and with maps that are sent.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, createLogger } from 'vite'
import { percentile, writeTable } from '../../../scripts/bench/table.ts'
import { mapToken as token, startMapServer } from '../testing/map-server.ts'
import { errata } from '../build/vite.ts'

const rounds = 15
const root = join(import.meta.dirname, '../..')
const outDir = mkdtempSync(join(tmpdir(), 'errata-bench-'))
const server = await startMapServer()
const variants = ['no maps', 'hidden maps', 'hidden maps, sent and removed'] as const

type Cost = { buildMs: number; pluginMs: number; uploadMs: number }

/** Every map is new to the server. */
async function measure(variant: (typeof variants)[number]): Promise<Cost> {
  server.clear()
  const lines: [text: string, at: number][] = []
  const print = (text: string) => void lines.push([text, performance.now()])
  const customLogger = { ...createLogger(), info: print, warn: print, error: print }
  const upload = variant.endsWith('removed') ? { upload: { url: server.url, token } } : {}
  const start = performance.now()
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    customLogger,
    plugins: [react(), errata({ service: 'console', release: '1', ...upload })],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: join(root, 'index.html') },
      ...(variant === 'hidden maps' ? { sourcemap: 'hidden' } : {}),
    },
  })
  const buildMs = performance.now() - start
  const at = (part: string) => lines.find(([text]) => text.includes(part)) ?? ['', 0]
  const [summary, end] = at(' ms for the plugin')
  const pluginMs = Number(/(\d+) ms for the plugin/.exec(summary)?.[1] ?? 0)
  return { buildMs, pluginMs, uploadMs: Math.max(0, end - at('Errata: uploading')[1] - pluginMs) }
}

const costs = new Map(variants.map((variant) => [variant, [] as Cost[]]))
for (let round = 0; round <= rounds; round++) {
  for (const variant of variants) {
    const cost = await measure(variant)
    // The first round warms up.
    if (round > 0) costs.get(variant)?.push(cost)
  }
}
console.log(`${server.maps.length} maps`)
server.close()
rmSync(outDir, { recursive: true })

const median = (list: Cost[], key: keyof Cost) =>
  percentile(
    list.map((cost) => cost[key]),
    50,
  )
writeTable(
  join(import.meta.dirname, 'README.md'),
  `Source maps in a build of the console: medians of ${rounds} rounds by turns, server on the same machine`,
  ['what', 'build, ms', 'of it the plugin, ms', 'of it the upload, ms', 'plugin, % of the build'],
  [...costs].map(([variant, list]) => {
    const [buildMs, pluginMs, uploadMs] = [
      median(list, 'buildMs'),
      median(list, 'pluginMs'),
      median(list, 'uploadMs'),
    ]
    const share = pluginMs ? ((pluginMs / (buildMs - uploadMs)) * 100).toFixed(1) : ''
    return [variant, buildMs.toFixed(0), pluginMs.toFixed(0), uploadMs.toFixed(0), share]
  }),
)
