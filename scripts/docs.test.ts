// The README of the package has the instructions of /connect, and the API is described by its types.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KEPT_TYPES, KNOWN_TYPES } from '../relay/monitoring/sentry/translate.ts'
import { SENTRY_LEFT_OUT, SENTRY_READ } from '../web/setup/sentry-items.ts'
import { setups } from '../web/setup/setups.ts'
import { contractSchemas, SCHEMAS_FILE } from './contract-schemas.ts'
import { DOCUMENTS, fillDocument } from './docs.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test.each(DOCUMENTS)('%s has the instructions of web/setup: run npm run docs', (document) => {
  const text = read(document)
  expect(text).toContain('written by npm run docs')
  expect(fillDocument(text)).toBe(text)
  expect(fillDocument(text.replaceAll(/npm install|sentry_key/g, 'changed'))).toBe(text)
})

test('what is read of envelopes, and what is left out, is what the relay does', () => {
  expect(SENTRY_READ.flatMap(({ types }) => types).toSorted()).toEqual([...KEPT_TYPES].toSorted())
  const leftOut = [...KNOWN_TYPES].filter((type) => !KEPT_TYPES.has(type))
  expect(SENTRY_LEFT_OUT.flatMap(({ types }) => types).toSorted()).toEqual(leftOut.toSorted())
})

test('the API is described with the types of its contract: run npm run docs', () => {
  const text = contractSchemas()
  expect(JSON.parse(read(SCHEMAS_FILE))).toEqual(JSON.parse(text))
})

test('every entry of the package that a setup imports exists', () => {
  const { exports } = JSON.parse(read('web/monitoring/package.json')) as { exports: Record<string, unknown> }
  const code = setups({ relay: 'https://errata.example', collector: 'http://collector:4318' })
    .flatMap(({ steps }) => steps)
    .map((step) => step.code)
    .join('\n')
  const entries = [...code.matchAll(/'@errata\/monitoring(\/[\w-]+)?'/g)].map(([, path = '']) => `.${path}`)
  expect(entries.length).toBeGreaterThan(8)
  expect([...new Set(entries)].filter((entry) => !(entry in exports))).toEqual([])
})
