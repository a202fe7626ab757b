// The README of the package has the instructions of /connect, and the API is described by its types.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setups } from '../web/setup/setups.ts'
import { contractSchemas, SCHEMAS_FILE } from './contract-schemas.ts'
import { DOCUMENT, fillDocument } from './docs.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test('the README of the package has the instructions of web/setup: run npm run docs', () => {
  const text = read(DOCUMENT)
  expect(text).toContain('written by npm run docs')
  expect(fillDocument(text)).toBe(text)
  expect(fillDocument(text.replace('npm install', 'npm add'))).toBe(text)
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
