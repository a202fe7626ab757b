// The commits that a build sends, from real repositories, and what its output says where they are missing.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mapToken } from '../testing/map-server.ts'
import { address, map, repositoryOfFile } from '../testing/commit-repository.ts'
import { uploadCommits } from './upload-commits.ts'

const repository = repositoryOfFile()
const { write, git, commit, upload } = repository

test('commits since the release before, with lines of the built commit; no addresses', async () => {
  git('init', '-q', '-b', 'main')
  write({ '.gitignore': 'dist\n', CODEOWNERS: `* @shop/web\n/web/ @lena ${address} # all\n` })
  const first = commit('Begin', { 'web/src/cart.ts': 'one\ntwo\nthree\n', 'web/src/old.ts': 'a\nb\nc\nd\n' })
  expect(await upload('1.0')).toEqual([
    'Errata: 1 commit and CODEOWNERS sent, since the beginning, or the latest 100',
  ])
  const change = commit(`Ask ${address}, bump @babel/core@7.2.1`, { 'web/src/cart.ts': 'one\nTWO\nthree\n' })
  const move = commit('Move', { 'web/src/cart.ts': 'zero\none\n  TWO\nthree\nfour\n' })
  git('mv', 'web/src/old.ts', 'web/src/new.ts')
  const rename = commit('Rename')
  expect(await upload('1.1')).toEqual(['Errata: 3 commits and CODEOWNERS sent, since 1.0'])
  const [before, { query, body }] = repository.server.commits as [
    object,
    (typeof repository.server.commits)[0],
  ]
  expect(before).toMatchObject({ body: { head: first, base: null, commits: [{ hash: first }] } })
  expect(query).toEqual({ service: 'shop', release: '1.1' })
  expect(body).toMatchObject({
    head: rename,
    base: first,
    root: 'web',
    missing: null,
    owners: { path: 'CODEOWNERS', text: '* @shop/web\n/web/ @lena lena # all\n' },
    commits: [
      { hash: rename, subject: 'Rename', files: [{ path: 'web/src/new.ts', lines: [] }] },
      {
        hash: move,
        subject: 'Move',
        files: [
          {
            path: 'web/src/cart.ts',
            lines: [
              [1, 1],
              [5, 5],
            ],
          },
        ],
      },
      {
        hash: change,
        author: 'Lena Marek',
        at: expect.stringMatching(/Z$/) as string,
        subject: 'Ask …, bump @babel/core@7.2.1',
        files: [{ path: 'web/src/cart.ts', lines: [[3, 3]] }],
      },
    ],
  })
  expect(JSON.stringify(repository.server.commits)).not.toContain(address)
})

test('a merge is sent only if it has written lines of its own', async () => {
  git('init', '-q', '-b', 'main')
  commit('Begin', { 'web/src/a.ts': '1\n2\n3\n4\n5\n6\n7\n' })
  await upload('1.0')
  git('checkout', '-q', '-b', 'side')
  commit('Side', { 'web/src/a.ts': '1\nside\n3\n4\n5\n6\n7\n' })
  git('checkout', '-q', 'main')
  commit('Main', { 'web/src/a.ts': '1\n2\n3\n4\n5\nmain\n7\n' })
  git('-c', 'commit.gpgsign=false', 'merge', '-q', '--no-ff', '-m', 'Join', 'side')
  await upload('1.1')
  expect(repository.server.commits[1]!.body.commits.map(({ subject }) => subject).toSorted()).toEqual([
    'Main',
    'Side',
  ])
})

test('without the commit of the release before, the tag before is the beginning', async () => {
  git('init', '-q', '-b', 'main')
  commit('Begin')
  const lost = commit('A commit that nobody has')
  await upload('1.0')
  git('reset', '-q', '--hard', 'HEAD^')
  git('reflog', 'expire', '--expire=now', '--all')
  git('gc', '-q', '--prune=now')
  const tagged = commit('Tagged')
  git('tag', 'v1')
  commit('After the tag')
  expect(await upload('1.1')).toEqual([
    `Errata: 1 commit sent, since the tag before: ${lost.slice(0, 7)} of 1.0 is not in this clone`,
  ])
  expect(repository.server.commits[1]!.body).toMatchObject({
    base: tagged,
    commits: [{ subject: 'After the tag' }],
  })
})

test('of many commits the newest 500 are sent', async () => {
  git('init', '-q', '-b', 'main')
  commit('Begin')
  await upload('1.0')
  const identity = 'committer Lena Marek <lena@shop.example> 1700000000 +0000'
  const begin = `from ${git('rev-parse', 'HEAD')}\n`
  const commits = Array.from({ length: 501 }, (_, at) => {
    const data = `Commit ${at}`
    return `commit refs/heads/main\n${identity}\ndata ${data.length}\n${data}\n${at === 0 ? begin : ''}\n`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repository.folder, input: commits.join('') })
  expect(await upload('1.1')).toEqual(['Errata: 500 commits sent, of more than 500, since 1.0'])
  const { body } = repository.server.commits[1]!
  expect([body.commits.length, body.commits[0]!.subject]).toEqual([500, 'Commit 500'])
})

test('a shallow clone is reported; the next build begins at its commit', async () => {
  git('init', '-q', '-b', 'main')
  write({ '.gitignore': 'dist\n' })
  commit('Begin')
  const head = commit('More', { CODEOWNERS: '* @shop/web\n' })
  const clone = join(repository.folder, 'web/dist/clone')
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository.folder}`, clone], {
    stdio: 'pipe',
  })
  mkdirSync(join(clone, 'dist'))
  writeFileSync(join(clone, 'dist/b.js'), 'b()')
  writeFileSync(join(clone, 'dist/b.js.map'), map)
  const reason = 'the clone is shallow and ends after the release before: clone all of it (fetch-depth: 0)'
  expect(await upload('1.0', { cwd: clone })).toEqual([`Errata: no commits sent: ${reason}`])
  expect(repository.server.commits).toMatchObject([
    { body: { head, base: null, commits: [], missing: reason, owners: { text: '* @shop/web\n' } } },
  ])
})

test('titles and files have any characters, and a title forges no other commit', async () => {
  git('init', '-q', '-b', 'main')
  write({ '.gitignore': 'dist\n' })
  const base = commit('Begin', { 'src/old name.ts': '1\n2\n3\n' })
  git('tag', 'v1')
  git('mv', 'src/old name.ts', 'src/new "name".ts')
  const names = [
    "it's.ts",
    'new\nline.ts',
    'ünï/日本.ts',
    ':(glob)x.ts',
    '-n.ts',
    '\u0002\u001f.ts',
    'f'.repeat(40),
  ]
  const forged = `\u0002${'e'.repeat(40)}\u001f\u001fEve\u001fno time\u001fForged\u001f`
  commit(`A "title" 'with' \`signs\` ${forged}`, {
    'src/new "name".ts': '1\n2\n3\n4\n',
    ...Object.fromEntries(names.map((name) => [`src/${name}`, 'x\n'])),
    'src/binary.ts': '\u0000\u0001',
  })
  git('checkout', '-q', '--detach')
  git('commit', '-q', '--allow-empty', '--allow-empty-message', '-m', '')
  expect(await upload('1')).toEqual(['Errata: 2 commits sent, since the tag before'])
  const { body } = repository.server.commits[0]!
  expect(body.base).toBe(base)
  const [empty, strange] = body.commits
  expect([empty?.subject, empty?.files]).toEqual(['', []])
  expect(strange?.subject).toMatch(/^A "title" 'with' `signs` .*Forged/)
  expect(Object.fromEntries(strange!.files.map(({ path, lines }) => [path, lines]))).toMatchObject({
    'src/new "name".ts': [[4, 4]],
    ...Object.fromEntries(names.map((name) => [`src/${name}`, [[1, 1]]])),
  })
})

test('a folder without commits, and one that does not exist, are reported', async () => {
  git('init', '-q')
  expect(await upload('1')).toEqual(['Errata: no commits sent: the git repository has no commits'])
  const target = { url: repository.server.url, service: 'shop', release: '1', token: mapToken }
  const nowhere = join(repository.folder, 'nowhere')
  expect(await uploadCommits(target, nowhere)).toEqual({
    line: `Errata: no commits sent: ${nowhere} does not exist`,
    isProblem: true,
  })
})

test('a missing git and a folder without a repository are reported', async () => {
  const none = `Errata: no commits sent: ${join(repository.folder, 'web')} is not in a git repository`
  expect(await upload('1.0')).toEqual([none])
  expect(await upload('1.0', { env: { PATH: repository.folder } })).toEqual([
    'Errata: no commits sent: git is not installed',
  ])
  expect(repository.server.commits).toEqual([])
  expect(repository.server.maps).toHaveLength(1)
})

test('--no-commits sends none, and a server that refuses them ends no build', async () => {
  git('init', '-q', '-b', 'main')
  commit('Begin')
  expect(await upload('1.0', { args: ['--no-commits'] })).toEqual([])
  expect(repository.server.requests).toEqual(['HEAD', 'PUT'])
  repository.server.faults.push(200, 404)
  expect(await upload('1.1', { args: ['--fail'] })).toEqual([
    'Errata: no commits sent: the server answers 404 as the test wants it',
  ])
})
