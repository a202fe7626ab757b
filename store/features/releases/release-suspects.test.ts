// The issues of a release beside its commits: new and back, suspects by line and file, merged issues.
import { expect, test } from 'vitest'
import type { ReleaseCommit } from '../../../contract/commits.ts'
import type { ReleaseSuspectsAnswer } from '../../../contract/releases.ts'
import { changeIssue, sendException } from '../../testing/issues.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const store = sharedStore()
const service = newName()
const hashOf = (number: number): string => String(number).padStart(40, '0')
const queryOf = (release: string): string => new URLSearchParams({ service, release }).toString()

function commit(number: number, files: Record<string, number[][]> = {}): ReleaseCommit {
  return {
    hash: hashOf(number),
    author: 'Lena Marek',
    at: '2026-01-05T09:00:00.000Z',
    subject: `Commit ${number}`,
    files: Object.entries(files).map(([path, lines]) => ({ path, lines })),
  }
}

async function upload(release: string, commits: ReleaseCommit[]): Promise<void> {
  const body = JSON.stringify({ head: hashOf(0), commits })
  expect((await store.ask(`/api/commits?${queryOf(release)}`, { method: 'PUT', body })).status).toBe(201)
}

const suspectsOf = (release: string) =>
  store.read<ReleaseSuspectsAnswer>(`/api/releases/suspects?${queryOf(release)}`)

/** The frame is of own code, and needs no source map. Resolves to the id of the issue. */
function occur(release: string, frame: string): Promise<string> {
  const frames = [frame, 'src/app.ts:1:1'].map((each) => `    at f (webpack://shop/./${each})`)
  const stacktrace = ['TypeError: x', ...frames].join('\n')
  return sendException(store, { service, release, message: frame, stacktrace })
}

test('a release has what is new or back, with the commits that changed the stacks', async () => {
  await upload('1', [commit(1)])
  const old = await occur('1', 'src/old.ts:3:1')
  const back = await occur('1', 'src/back.ts:5:1')
  await changeIssue(store, back, { status: 'resolved' })
  await upload('2', [
    commit(4, { 'src/back.ts': [[4, 6]], 'src/old.ts': [[3, 3]] }),
    commit(3, { 'src/cart.ts': [[1, 2]] }),
    commit(2, { 'src/cart.ts': [[40, 44]] }),
  ])
  await occur('2', 'src/old.ts:3:1')
  const byLine = await occur('2', 'src/cart.ts:42:1')
  await occur('2', 'src/cart.ts:42:1')
  const other = await occur('2', 'src/other.ts:42:1')
  await occur('2', 'src/back.ts:5:1')
  // An older release that is still open somewhere has a new issue, too: it did not begin with this one.
  await occur('1', 'src/late.ts:1:1')
  await occur('2', 'src/late.ts:1:1')
  const { issues, total } = await suspectsOf('2')
  expect(total).toBe(3)
  const byId = new Map(issues.map(({ id, ...issue }) => [id, issue]))
  expect(issues[0]!.id).toBe(byLine)
  expect(byId.get(byLine)).toEqual({
    type: 'OrderError',
    message: 'src/cart.ts:42:1',
    status: 'new',
    change: 'new',
    suspects: [
      { commit: hashOf(2), evidence: 'line', file: 'src/cart.ts', line: 42 },
      { commit: hashOf(3), evidence: 'file', file: 'src/cart.ts', line: 42 },
    ],
  })
  expect(byId.get(other)).toMatchObject({ suspects: [] })
  expect(byId.get(back)).toMatchObject({
    status: 'regressed',
    change: 'back',
    suspects: [{ commit: hashOf(4), evidence: 'line', file: 'src/back.ts', line: 5 }],
  })
  expect(byId.has(old)).toBe(false)
  const markdown = (await store.ask<string>(`/api/releases/changes.md?${queryOf('2')}`)).body
  expect(markdown).toContain(`; suspect commit \`${hashOf(2)}\`, which changed \`src/cart.ts:42\``)
  expect((await suspectsOf('1')).issues.map(({ change }) => change)).toEqual(['new', 'new', 'new'])
  expect(await suspectsOf('unknown')).toEqual({ issues: [], total: 0 })
  // Of merged issues, one of which is older, none began with the release.
  expect((await store.post(`/api/issues/${byLine}/merge`, { into: old })).status).toBe(200)
  expect((await suspectsOf('2')).issues.map(({ id }) => id)).not.toContain(old)
})
