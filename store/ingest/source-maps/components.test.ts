// A compiler of components makes a function of a template, and its map has no lines for all of it.
import { expect, test } from 'vitest'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import { readEvent } from '../../testing/issues.ts'
import { exception, newDigest } from '../../testing/otlp.ts'
import { sourceMap } from '../../testing/small-map.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const store = sharedStore()

const SOURCE = ['<script setup>', 'function update() {', '  article.title.trim()', '}', '</script>'].join(
  '\n',
)
const MAP = sourceMap({
  sources: { 'src/ArticleDetail.vue': SOURCE },
  mappings: [
    { generated: [1, 10], source: 0, original: [3, 17] },
    { generated: [1, 90], source: 0, original: [4, 1] },
  ],
})

test('a position in a template that the map leaves at the end of the script has no function', async () => {
  const service = newName()
  const name = new URLSearchParams({ service, release: '1.0', file: 'a-C0ffee12.js' })
  await store.ask(`/api/maps?${name.toString()}`, { method: 'PUT', body: JSON.stringify(MAP) })
  const [script, template] = [newDigest(), newDigest()]
  const send = (digest: string, column: number): Promise<unknown> => {
    const stacktrace = `TypeError: x\n    at r (https://orders.example/a-C0ffee12.js:1:${column})`
    return store.send('logs', exception({ service, release: '1.0', stacktrace, digest }))
  }
  await send(script, 10)
  await send(template, 95)
  const frameOf = async (digest: string) => (await readEvent(store, digest)).frames[0]
  expect(await frameOf(script)).toMatchObject({ function: 'update', file: 'src/ArticleDetail.vue', line: 3 })
  expect(await frameOf(template)).toMatchObject({ function: '', file: 'src/ArticleDetail.vue', line: 4 })
  const { issues } = await store.read<IssuesAnswer>(`/api/issues?service=${service}`)
  expect(issues.map(({ culprit }) => culprit).sort()).toEqual([
    'ArticleDetail.vue',
    'ArticleDetail.vue · update',
  ])
})
