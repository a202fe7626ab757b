// Commits of repositories that few people have: huge changes, a clone without contents, commits of other
// programs, settings of the user.

import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { address, map, repositoryOfFile } from '../testing/commit-repository.ts'

const repository = repositoryOfFile()
const { write, git, commit, upload } = repository

/** The name is in every second line. */
function rows(count: number, name: string): string {
  return Array.from({ length: count }, (_, at) => (at % 2 ? name : `row ${at}`)).join('\n')
}

test('a commit that changes lines everywhere hides no other one', async () => {
  git('init', '-q', '-b', 'main')
  const files = (count: number, name: string) =>
    Object.fromEntries(['1', '2', '3'].map((file) => [`src/${count}/${file}.ts`, rows(count, name)]))
  commit('Begin', { 'src/long.ts': rows(10_100, 'one'), ...files(8_000, 'one') })
  git('tag', 'v1')
  commit('Small', { 'src/d.ts': 'd\n' })
  commit('In a long file', {
    'src/long.ts': rows(10_100, 'other'),
    'src/a.ts': 'a\n',
    [`${'deep/'.repeat(201)}x.ts`]: 'x\n',
  })
  commit('In many files', { ...files(8_000, 'other'), 'src/b.ts': 'b\n' })
  expect(await upload('1')).toEqual(['Errata: 3 commits sent, since the tag before'])
  expect(
    repository.server.commits[0]!.body.commits.map(({ subject, files: changed }) => [
      subject,
      Object.fromEntries(changed.map(({ path, lines }) => [path, lines.length])),
    ]),
  ).toEqual([
    ['In many files', { 'src/8000/1.ts': 0, 'src/8000/2.ts': 0, 'src/8000/3.ts': 0, 'src/b.ts': 0 }],
    ['In a long file', { 'src/long.ts': 0, 'src/a.ts': 1 }],
    ['Small', { 'src/d.ts': 1 }],
  ])
})

test('a clone without contents has commits and files', async () => {
  git('init', '-q', '-b', 'main')
  git('config', 'uploadpack.allowFilter', 'true')
  write({ '.gitignore': 'dist\n' })
  commit('Begin', { 'src/a.ts': '1\n2\n3\n4\n5\n6\n', 'src/b.ts': '1\n' })
  git('tag', 'v1')
  git('mv', 'src/a.ts', 'src/c.ts')
  commit('Rename', { 'src/c.ts': '1\n2\n3\n4\n5\nsix\n' })
  commit('Change', { 'src/b.ts': '2\n' })
  const clone = join(repository.folder, 'web/dist/clone')
  execFileSync('git', ['clone', '-q', '--filter=blob:none', '-n', `file://${repository.folder}`, clone])
  renameSync(join(repository.folder, '.git'), join(repository.folder, '.git-gone'))
  mkdirSync(join(clone, 'dist'))
  writeFileSync(join(clone, 'dist/b.js'), 'b()')
  writeFileSync(join(clone, 'dist/b.js.map'), map)
  expect(await upload('1', { cwd: clone })).toEqual(['Errata: 2 commits sent, since the tag before'])
  expect(repository.server.commits[0]!.body.commits).toMatchObject([
    { subject: 'Change', files: [{ path: 'src/b.ts', lines: [] }] },
    { subject: 'Rename', files: [{ path: 'src/a.ts' }, { path: 'src/c.ts' }] },
  ])
})

test('commits of other programs may have no time, and settings of the user change nothing', async () => {
  git('init', '-q', '-b', 'main')
  commit('Begin', { 'src/a.ts': 'a\n' })
  git('tag', 'v1')
  commit('Change', { 'src/a.ts': 'b\n' })
  const [tree, parent] = [git('rev-parse', 'HEAD^{tree}'), git('rev-parse', 'HEAD')]
  for (const time of ['', ' 253402300800 +0000']) {
    const who = `(@lena) <${address}>${time}`
    const text = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\n\nOdd\n`
    const odd = { input: text, cwd: repository.folder, encoding: 'utf8' } as const
    const hash = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], odd)
    git('reset', '-q', '--hard', hash.trim())
    for (const setting of ['blame.ignoreRevsFile nowhere', 'color.ui always', 'diff.noprefix true'])
      git('config', ...setting.split(' '))
    await upload(`1${time}`)
    const [first] = repository.server.commits.at(-1)!.body.commits
    expect(first).toMatchObject({ subject: 'Odd', author: '(@lena)', at: '1970-01-01T00:00:00.000Z' })
  }
  const change = { subject: 'Change', files: [{ path: 'src/a.ts', lines: [[1, 1]] }] }
  expect(repository.server.commits[0]!.body.commits[1]).toMatchObject(change)
})

test('folders are named up to the root of the repository, as far as they are few', async () => {
  git('init', '-q', '-b', 'main')
  const shop = 'a group/ünï\nx'
  write({
    '.gitignore': 'dist\n',
    'packages/ui/a.ts': '',
    'a group/admin/a.ts': '',
    [`${shop}/src/a.ts`]: '',
  })
  const cwd = join(repository.folder, shop)
  write({ [`${shop}/dist/b.js`]: 'b()', [`${shop}/dist/b.js.map`]: map, [`${shop}/new/a.ts`]: '' })
  git('add', `${shop}/src`, 'packages', 'a group/admin')
  git('-c', 'commit.gpgsign=false', 'commit', '-q', '-m', 'Begin')
  await upload('1', { cwd })
  commit('More', Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`a group/${at}/a.ts`, ''])))
  await upload('2', { cwd })
  git('rm', '-rq', '--cached', 'a group')
  git('-c', 'commit.gpgsign=false', 'commit', '-q', '-m', 'Less')
  await upload('3', { cwd })
  const near = ['a group', 'packages', 'web']
  expect(repository.server.commits.map(({ body: { root, folders } }) => [root, folders])).toEqual([
    [shop, [['src'], ['admin', 'ünï\nx'], near.slice(0, 2)]],
    [shop, [['new', 'src']]],
    [shop, []],
  ])
})
