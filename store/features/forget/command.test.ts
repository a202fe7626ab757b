// The commands, with a store that runs and with one that does not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExportAnswer } from '../../../contract/forget.ts'
import { runCommand } from '../../testing/command.ts'
import { sendPerson, waitForDeletions } from '../../testing/forget.ts'
import { makeFolder } from '../../testing/store.ts'
import { newName, storeOfTest } from '../../testing/suite.ts'

const COUNTS = 'has 2 exceptions, 3 spans and 5 log records.'

test('a person is exported and deleted by commands', async () => {
  const store = await storeOfTest()
  const first = await sendPerson(store, newName())
  const second = await sendPerson(store, newName())
  const env = { DATA_DIR: store.folder, STORE_PORT: store.port }
  const run = (...args: string[]) => runCommand('forget.ts', args, env)
  const file = join(makeFolder(), 'a.json')
  expect(await run('export', first.user, file)).toEqual({ code: 0, output: expect.stringContaining(file) })
  expect((JSON.parse(readFileSync(file, 'utf8')) as ExportAnswer).spans).toHaveLength(3)
  expect(await run('export', first.user, file)).toEqual({
    code: 1,
    output: expect.stringMatching(/ exists: name another file/),
  })
  expect((await run('forget', first.user, '--preview')).output).toBe(`The user ${COUNTS}\n`)
  expect(await run('forget', first.user, '--now')).toEqual({
    code: 0,
    output: expect.stringMatching(/5 log records\. Gone from the store by \S+Z, from backups by \S+Z\.\n$/),
  })
  await waitForDeletions(store)
  const nothing = 'Nothing is stored of this user: compare the id.'
  expect((await run('export', 'nobody', join(makeFolder(), 'c.json'))).output).toMatch(`c.json\n${nothing}\n`)
  expect((await run('forget', 'nobody')).output).toMatch(/^Nothing is stored .*Gone .*\nThe request stays: /)

  await store.end()
  const other = join(makeFolder(), 'b.json')
  expect((await run('export', second.session, other, '--session')).code).toBe(0)
  expect((JSON.parse(readFileSync(other, 'utf8')) as ExportAnswer).exceptions).toHaveLength(2)
  expect(await run('forget', second.user)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^The store does not run\. The user has 2 exceptions.*\nGone from the store now, .*Z\.\n$/,
    ),
  })
  await store.start()
  expect((await store.status()).rows).toMatchObject({ exceptions: 0, logs: 0, spans: 0 })
})

test('a command that cannot work ends with one message', async () => {
  const folder = makeFolder()
  const env = { DATA_DIR: folder, STORE_PORT: '1' }
  expect(await runCommand('forget.ts', ['forget'], env)).toEqual({
    code: 1,
    output: expect.stringMatching(/^Name the user\.\nUsage: npm run forget -- USER/),
  })
  expect(await runCommand('forget.ts', ['forget', 'ann'], env)).toEqual({
    code: 1,
    output: expect.stringMatching(/^No store runs at port 1, and \S+ has no tables: /),
  })
})
