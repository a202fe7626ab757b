// The commands, with a store that runs and with one that does not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type onTestFinished, test } from 'vitest'
import type { ExportAnswer } from '../../../contract/forget.ts'
import { runCommand } from '../../testing/command.ts'
import { sendPerson, waitForDeletions } from '../../testing/forget.ts'
import { makeFolder } from '../../testing/store.ts'
import { newName, storeOfTest } from '../../testing/suite.ts'

const COUNTS = 'has 2 exceptions, 3 spans and 5 log records.'

/** With two persons, and a function that runs a command on it. `finish`: of the context of the test. */
async function startWithPersons(finish: typeof onTestFinished) {
  const store = await storeOfTest({}, finish)
  const persons = [await sendPerson(store, newName()), await sendPerson(store, newName())] as const
  const env = { DATA_DIR: store.folder, STORE_PORT: store.port }
  return { store, persons, run: (...args: string[]) => runCommand('forget.ts', args, env) }
}

// Both wait until replaced parts leave the disk.
test.concurrent('commands export and delete a person while the store runs', async (context) => {
  const { store, persons, run } = await startWithPersons(context.onTestFinished)
  const [{ user }] = persons
  const file = join(makeFolder(), 'a.json')
  expect(await run('export', user, file)).toEqual({ code: 0, output: expect.stringContaining(file) })
  expect((JSON.parse(readFileSync(file, 'utf8')) as ExportAnswer).spans).toHaveLength(3)
  expect(await run('export', user, file)).toEqual({
    code: 1,
    output: expect.stringMatching(/ exists: name another file/),
  })
  expect((await run('forget', user, '--preview')).output).toBe(`The user ${COUNTS}\n`)
  expect(await run('forget', user, '--now')).toEqual({
    code: 0,
    output: expect.stringMatching(/5 log records\. Gone from the store by \S+Z, from backups by \S+Z\.\n$/),
  })
  await waitForDeletions(store)
  const nothing = 'Nothing is stored of this user: compare the id.'
  expect((await run('export', 'nobody', join(makeFolder(), 'c.json'))).output).toMatch(`c.json\n${nothing}\n`)
  expect((await run('forget', 'nobody')).output).toMatch(/^Nothing is stored .*Gone .*\nThe request stays: /)
  expect((await store.status()).rows).toMatchObject({ exceptions: 2, logs: 5, spans: 3 })
})

test.concurrent('commands export and delete a person while the store does not run', async (context) => {
  const { store, persons, run } = await startWithPersons(context.onTestFinished)
  const [, { user, session }] = persons
  await store.end()
  const file = join(makeFolder(), 'b.json')
  expect((await run('export', session, file, '--session')).code).toBe(0)
  expect((JSON.parse(readFileSync(file, 'utf8')) as ExportAnswer).exceptions).toHaveLength(2)
  expect(await run('forget', user)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^The store does not run\. The user has 2 exceptions.*\nGone from the store now, .*Z\.\n$/,
    ),
  })
  await store.start()
  expect((await store.status()).rows).toMatchObject({ exceptions: 2, logs: 5, spans: 3 })
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
