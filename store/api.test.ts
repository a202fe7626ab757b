// What the tests of the screens play is an answer of this API. Where the contract has changed,
// `npm run answers` records again.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATHS } from './app.ts'
import { violations } from './testing/json-schema.ts'
import schemas from './http/openapi/schemas.json' with { type: 'json' }

type Recording = { answers: Record<string, { status: number; type: string; body: unknown }> }

const folder = join(import.meta.dirname, '../web/console/testing/answers')
const gets = PATHS.filter(({ method }) => method === 'GET')

/** What the contract says about an answer; null: a text, or nothing. */
function schemaOf(request: string, status: number): string | null {
  if (status >= 400) return 'Problem'
  const { pathname } = new URL(request, 'http://store')
  const isPath = (address: string) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname)
  const path = gets.find(({ address }) => isPath(address))
  if (!path) throw new Error(`The API has no path ${pathname}`)
  return path.answer.includes('/') || path.answer === 'none' ? null : path.answer
}

test.for(globSync('*.json', { cwd: folder }))('the answers of %s follow the contract', (file) => {
  const { answers } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recording
  const requests = Object.entries(answers).filter(([request]) => request.startsWith('/api/'))
  expect(requests.length).toBeGreaterThan(0)
  const wrong = requests.flatMap(([request, { status, body }]) => {
    const name = schemaOf(request, status)
    if (name === null) return []
    const schema = schemas[name as keyof typeof schemas]
    return violations(body, schema, schemas).map((violation) => `${request}: ${violation}`)
  })
  expect(wrong, 'record again: npm run answers').toEqual([])
})
