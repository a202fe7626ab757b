// Writes the sentences of React's minified errors for the store:
// `node scripts/react-error-codes.ts codes.json`, with the file `scripts/error-codes/codes.json` of React.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const TARGET = join(import.meta.dirname, '../store/ingest/grouping/react-error-codes.json')
const LICENSE = 'MIT, Copyright (c) Meta Platforms, Inc. and affiliates. https://github.com/facebook/react'

const [, , source] = process.argv
if (source === undefined) {
  process.stderr.write('Usage: node scripts/react-error-codes.ts codes.json (of React)\n')
  process.exitCode = 1
} else {
  const codes = JSON.parse(readFileSync(source, 'utf8')) as Record<string, string>
  const numbers = Object.keys(codes).toSorted((a, b) => Number(a) - Number(b))
  const sentences = Object.fromEntries(numbers.map((number) => [number, codes[number]]))
  writeFileSync(TARGET, `${JSON.stringify({ license: LICENSE, sentences }, null, 2)}\n`)
}
