// Commits through the store's port: what a build sends, what is refused, and whom an issue suspects.
import { expect, test } from 'vitest'
import type { CommitsUpload, ReleaseCommit, ReleaseCommitsAnswer } from '../../../contract/commits.ts'
import type { IssueAnswer } from '../../../contract/issues.ts'
import { changeIssue, readIssue, sendException } from '../../testing/issues.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const store = sharedStore()
const HEAD = 'a'.repeat(40)
const DAY = 86_400_000

const hashOf = (number: number): string => String(number).padStart(40, '0')

function commit(number: number, files: Record<string, number[][]> = {}): ReleaseCommit {
  return {
    hash: hashOf(number),
    author: 'Lena Marek',
    at: new Date(Date.UTC(2026, 0, 1, number)).toISOString(),
    subject: `Commit ${number}`,
    files: Object.entries(files).map(([path, lines]) => ({ path, lines })),
  }
}

type Name = { service: string; release: string }

function put({ service, release }: Name, body: unknown) {
  const query = new URLSearchParams({ service, release }).toString()
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return store.ask<ReleaseCommitsAnswer & { detail: string }>(`/api/commits?${query}`, {
    method: 'PUT',
    body: text,
  })
}

async function upload(name: Name, commits: ReleaseCommit[], more: Partial<CommitsUpload> = {}) {
  expect((await put(name, { head: HEAD, commits, ...more })).status).toBe(201)
}

const read = ({ service, release }: Name) =>
  store.read<ReleaseCommitsAnswer>(
    `/api/releases/commits?${new URLSearchParams({ service, release }).toString()}`,
  )

/** A stack of own code, whose frames need no source map. */
const stackOf = (...frames: string[]): string =>
  [
    'TypeError: x',
    ...frames.map((frame) => `    at f (webpack://shop/./${frame.replaceAll(' ', '%20')})`),
  ].join('\n')

const subjectsOf = ({ suspects }: IssueAnswer): string[] =>
  suspects.map(({ subject, evidence }) => `${subject} ${evidence}`)

test('a release has its commits, and the release that was uploaded before it', async () => {
  const service = newName()
  const [first, second] = ['1', '2'].map((release) => ({ service, release })) as [Name, Name]
  expect(await read(first)).toMatchObject({ head: null, commits: [], before: null })
  await upload(first, [commit(1)])
  expect(await read(second)).toMatchObject({ head: null, before: { release: '1', head: HEAD } })
  const files = { 'src/a.ts': [[1, 2]] }
  const more = { base: HEAD, head: 'b'.repeat(40), repo: 'https://u:p@git.example/shop/web' }
  await upload(second, [commit(2, files)], { ...more, owners: { path: 'CODEOWNERS', text: '* @web' } })
  // The same release once more is no other one.
  await upload(first, [commit(1)])
  expect(await read(second)).toEqual({
    service,
    release: '2',
    head: more.head,
    base: HEAD,
    missing: null,
    commits: [{ ...commit(2, files), url: `https://git.example/shop/web/commit/${hashOf(2)}` }],
    owners: 'CODEOWNERS',
    before: { release: '1', head: HEAD },
  })
  expect((await read(first)).before).toBe(null)
})

test.each<[string, unknown, number, string]>([
  ['no JSON', '{', 400, 'The body must be a JSON object.'],
  ['no head', { commits: [] }, 400, 'head must be the hash of a commit.'],
  ['a base that is an option', { head: HEAD, base: '--output=x', commits: [] }, 400, 'base must be null or'],
  ['no list', { head: HEAD, commits: {} }, 400, 'commits must be a list of at most 500 commits.'],
  ['501 commits', { head: HEAD, commits: Array(501).fill(commit(1)) }, 400, 'at most 500 commits'],
  [
    'no time',
    { head: HEAD, commits: [{ ...commit(1), at: 'now' }] },
    400,
    'commits[0].at must be an instant',
  ],
  ['no author', { head: HEAD, commits: [{ ...commit(1), author: 7 }] }, 400, 'commits[0].author must be a'],
  ['lines that end before they begin', withLines([[3, 2]]), 400, 'lines must be a list of ranges'],
  ['lines that are texts', withLines([['1', '2']]), 400, 'lines must be a list of ranges'],
  [
    'a repository that is a script',
    { head: HEAD, commits: [], repo: 'javascript:alert(1)' },
    400,
    'repo must',
  ],
  [
    'owners without a text',
    { head: HEAD, commits: [], owners: { path: 'x' } },
    400,
    'owners must be null or',
  ],
  ['folders that are names', { head: HEAD, commits: [], folders: ['src'] }, 400, 'folders must be lists'],
  ['folders that are numbers', { head: HEAD, commits: [], folders: [[7]] }, 400, 'folders must be lists'],
  ['lists in lists', { head: HEAD, commits: [], folders: [[['src']]] }, 400, 'folders must be lists'],
  ['a long name', { head: HEAD, commits: [], folders: [['é'.repeat(128)]] }, 400, '1 to 255 bytes'],
  ['many folders', { head: HEAD, commits: [], folders: Array(3).fill(Array(700).fill('a')) }, 400, '2000'],
  [
    'many lists',
    { head: HEAD, commits: [], folders: JSON.parse(`[${'[],'.repeat(2_000)}[]]`) as object },
    400,
    'at most 2000',
  ],
  ['a megabyte', { head: HEAD, commits: [], missing: 'x'.repeat(1024 * 1024) }, 413, '1048576 bytes'],
])('%s is refused', async (_, body, status, detail) => {
  const answer = await put({ service: newName(), release: '1' }, body)
  expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)])
})

function withLines(lines: unknown): object {
  return { head: HEAD, commits: [{ ...commit(1), files: [{ path: 'a.ts', lines }] }] }
}

test('without a service or a release nothing is stored', async () => {
  const answers = await Promise.all([
    put({ service: newName(), release: '' }, { head: HEAD, commits: [] }),
    store.ask('/api/commits?release=1', { method: 'PUT', body: JSON.stringify({ head: HEAD, commits: [] }) }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
})

test('addresses in names and titles are not stored', async () => {
  const name = { service: newName(), release: '1' }
  const texts = { author: 'lena@shop.example', subject: 'Ask lena@shop.example' }
  await upload(name, [{ ...commit(1), ...texts }])
  expect(await read(name)).toMatchObject({ commits: [{ author: '…', subject: 'Ask …' }] })
})

test('suspects: the line before the file, the innermost frame and the latest commit first', async () => {
  const service = newName()
  await upload({ service, release: '1' }, [commit(1)])
  await upload(
    { service, release: '2' },
    [
      commit(9, { 'docs/read.md': [] }),
      commit(8, { 'web/src/row.ts': [[1, 3]] }),
      commit(7, { 'web/src/total.ts': [[90, 95]] }),
      commit(6, { 'web/src/total.ts': [[1, 2]], 'web/src/row.ts': [[10, 20]] }),
      commit(5, { 'web/src/total.ts': [[40, 45]] }),
      commit(4, { 'admin/src/total.ts': [[42, 42]] }),
    ],
    { root: 'web' },
  )
  const stacktrace = stackOf('src/total.ts:42:3', 'src/row.ts:12:1')
  await sendException(store, { service, release: '1', message: 'another' })
  const id = await sendException(store, { service, release: '2', stacktrace })
  const issue = await readIssue(store, id)
  expect(subjectsOf(issue)).toEqual([
    'Commit 5 line',
    'Commit 6 line',
    'Commit 7 file',
    'Commit 8 file',
    'Commit 9 range',
    'Commit 4 range',
  ])
  expect(issue.suspects[0]).toEqual({
    commit: hashOf(5),
    author: 'Lena Marek',
    at: commit(5).at,
    subject: 'Commit 5',
    url: null,
    evidence: 'line',
  })
  const markdown = (await store.ask<string>(`/api/issues/${id}.md`)).body
  expect(markdown).toContain('## Suspect commits')
  expect(markdown).toMatch(/`Commit 5`, by `Lena Marek`, \S+, line of `web\/src\/total.ts`/)
  expect(markdown).not.toContain('Commit 9')
  expect(issue.changed).toMatchObject({ release: '2', before: '1', commits: 6, authors: 1, missing: null })
  expect(issue.changed!.places[0]).toEqual({
    commit: hashOf(5),
    file: 'web/src/total.ts',
    frame: 42,
    lines: [[40, 45]],
  })
})

test('releases that nobody has used are no good ones: their commits are suspects, too', async () => {
  const service = newName()
  const files = { 'src/a.ts': [[1, 9]] }
  for (const [at, release] of ['1', '2', '3'].entries())
    await upload({ service, release }, [commit(at + 1, release === '3' ? { 'src/b.ts': [] } : files)])
  await sendException(store, { service, release: '1', message: 'another' })
  const id = await sendException(store, { service, release: '3', stacktrace: stackOf('src/a.ts:5:1') })
  const issue = await readIssue(store, id)
  expect([subjectsOf(issue), issue.changed?.before]).toEqual([['Commit 2 line', 'Commit 3 range'], '1'])
})

test('an issue has the release that it began with, and that brought it back', async () => {
  const service = newName()
  for (const [at, release] of ['1', '2', '3'].entries()) await upload({ service, release }, [commit(at + 1)])
  const error = { service, stacktrace: stackOf('src/a.ts:5:1') }
  const at = Date.now()
  const id = await sendException(store, { ...error, release: '1', at: at - 3 * DAY })
  await sendException(store, { ...error, release: '2', at: at - 2 * DAY })
  expect((await readIssue(store, id)).changed?.release).toBe('1')
  await changeIssue(store, id, { status: 'resolved' })
  await sendException(store, { ...error, release: '3', at: Date.now() + 1000 })
  const issue = await readIssue(store, id)
  expect([issue.issue.status, issue.changed?.release, subjectsOf(issue)]).toEqual([
    'regressed',
    '3',
    ['Commit 3 range'],
  ])
})

test('a release whose build could not send its commits says why', async () => {
  const service = newName()
  await upload({ service, release: '1' }, [], { missing: 'the clone is shallow' })
  const id = await sendException(store, { service, release: '1' })
  const { suspects, changed } = await readIssue(store, id)
  expect([suspects, changed?.missing]).toEqual([[], 'the clone is shallow'])
  const without = await sendException(store, { service, release: '2', message: 'another one' })
  expect((await readIssue(store, without)).changed).toMatchObject({ release: '2', commits: 0, missing: null })
  const other = await sendException(store, { service: newName(), release: '1' })
  expect(await readIssue(store, other)).not.toHaveProperty('changed')
})

/**
 * The rules that the documentation of GitHub shows, with paths that each matches and does not match; and
 * sections as GitLab has them.
 */
const CODEOWNERS = `
# the default
*       @global
*.js    @js #This is an inline comment.
/build/logs/ @logs
docs/*  @docs
apps/   @apps
/fixed/ @fixed @other
/scripts/ @scripts lena
**/traces @traces
/fixed/github
/a\\ folder/ @spaces
/* @root
/f\\*o.ts @star
!/build/ @nobody
[Section] @section
src/[ab].ts @range
src/**/deep.ts @deep
src/pay/
^[Two Words][2] @two # optional
src/two/
src/own/ @own
`

test('CODEOWNERS: the last rule that matches a path names its owners', async () => {
  const service = newName()
  await upload({ service, release: '1' }, [], { owners: { path: 'CODEOWNERS', text: CODEOWNERS } })
  const cases: [file: string, owners: string[]][] = [
    ['src/x.ts', ['@global']],
    ['src/x.js', ['@js']],
    ['build/logs/today/x.js', ['@logs']],
    ['web/build/logs/x.ts', ['@global']],
    ['docs/start.md', ['@docs']],
    ['docs/build/start.md', ['@global']],
    ['web/apps/deep/x.ts', ['@apps']],
    ['fixed/x.ts', ['@fixed', '@other']],
    ['fixed/github/x.ts', []],
    ['web/fixed/x.ts', ['@global']],
    ['scripts/x.ts', ['@scripts', 'lena']],
    ['web/traces/x.ts', ['@traces']],
    ['a folder/x.ts', ['@spaces']],
    ['src/a.ts', ['@global']],
    ['src/deep.ts', ['@deep']],
    ['src/one/two/deep.ts', ['@deep']],
    ['vite.config.ts', ['@root']],
    ['f*o.ts', ['@star']],
    ['foo.ts', ['@root']],
    ['src/pay/x.ts', ['@section']],
    ['src/two/x.ts', ['@two']],
    ['src/own/x.ts', ['@own']],
  ]
  const actual = await Promise.all(
    cases.map(async ([file]) => {
      const error = { service, release: '1', message: file, stacktrace: stackOf(`${file}:1:1`) }
      return [file, (await readIssue(store, await sendException(store, error))).owners]
    }),
  )
  expect(actual).toEqual(cases)
})
