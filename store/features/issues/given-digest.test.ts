// The id that a framework or another SDK gave to an error, which its user sees instead of the digest.
import { expect, test } from 'vitest'
import { listIssues, sendException } from '../../testing/issues.ts'
import { sharedStore } from '../../testing/suite.ts'

const store = sharedStore()

test.each([
  ['ErrorOfNext', '1747428604'],
  ['ErrorWithCode', '331083018@E394'],
  ['ErrorOfSentry', '4b0f1d2c3e4a5b6c7d8e9f0011223344'],
])('of %s is found by a search: %s', async (type, digest) => {
  const id = await sendException(store, { type, attributes: { 'errata.given_digest': digest } })
  const idsOf = async (q: string): Promise<string[]> =>
    (await listIssues(store, `q=${encodeURIComponent(q)}`)).issues.map((issue) => issue.id)
  for (const q of [digest, `digest:${digest}`]) expect(await idsOf(q)).toEqual([id])
  expect(await idsOf(`-digest:${digest}`)).not.toContain(id)
  expect(await idsOf(digest.slice(0, -1))).toEqual([])
})
