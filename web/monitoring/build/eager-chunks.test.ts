// Chunks of an application that is built with the Vite plugin.

import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { eagerHint } from './eager-chunks.ts'
import { errata } from './vite.ts'

const input = fileURLToPath(new URL('../testing/failing-application.ts', import.meta.url))

async function buildWith(sourcemap: boolean | 'inline' | 'hidden') {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [errata({ service: 'shop' })],
    build: { write: false, sourcemap, rolldownOptions: { input } },
  })) as Rolldown.RolldownOutput
  return output
}

const codeOf = (output: Rolldown.RolldownOutput['output'], name: string) =>
  output.flatMap((each) => (each.type === 'chunk' && each.name === name ? each.code : []))[0] ?? ''

test.for([false, true, 'hidden'] as const)(
  'Chromium compiles the chunks of the package as they arrive, and no others, with sourcemap %s',
  async (sourcemap) => {
    const output = await buildWith(sourcemap)
    const hinted = output.filter((each) => each.type === 'chunk' && each.code.startsWith(eagerHint))
    expect(new Set(hinted.map(({ name }) => name))).toEqual(new Set(['client', 'later']))
  },
)

test('a position in such a chunk still leads to its line', async () => {
  const output = await buildWith(true)
  const before = codeOf(output, 'client').split('errata.held_back')[0] ?? ''
  const lines = before.split('\n')
  const asset = output.find(({ fileName }) => /client.*\.map$/.test(fileName)) as Rolldown.OutputAsset
  const map = new SourceMap(JSON.parse(String(asset.source)) as SourceMapPayload)
  const entry = map.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0)
  if (!('originalSource' in entry)) throw new Error('not mapped')
  expect(entry.originalSource).toContain('errors/error-reporter.ts')
  const source = readFileSync(new URL('../errors/error-reporter.ts', import.meta.url), 'utf8')
  expect(source.split('\n')[entry.originalLine]).toContain('errata.held_back')
})

test('a chunk with its map inside stays as it is', async () => {
  expect(codeOf(await buildWith('inline'), 'client')).not.toContain(eagerHint)
})
