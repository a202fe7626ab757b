// `npm run forget -- USER` and `npm run export -- USER`; in a container `node store/forget.ts forget USER`.
import { createWriteStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { ForgetAnswer, ForgetRequest } from '../contract/forget.ts'
import { parseJson } from '../server/json.ts'
import { runCommand, StartupError } from '../server/startup-error.ts'
import { prepareProcess, readConfig, type Config } from './config.ts'
import { countRows, exportPath, exportRows, forgetPath, recordOfPerson } from './features/forget/index.ts'
import type { Person } from './features/forget/person-rows.ts'
import { OPERATOR } from './http/actor.ts'
import { openStore, type Store } from './store.ts'

type Command = 'forget' | 'export'

const USAGE = {
  forget: 'npm run forget -- USER [--session] [--preview] [--now]',
  export: 'npm run export -- USER [FILE] [--session]',
}

const NOTHING_DELETED = 'The request stays: rows of this id that still wait in a queue are not stored.'

/** Of an export without rows: an id has 1,000 characters at most. */
const MAX_EMPTY_BYTES = 20_000

type Options = { person: Person; file: string; isPreview: boolean; isNow: boolean }

/** `args`: a user, or with `--session` a session. */
export function command(name: Command, args: string[]): Promise<void> {
  return runCommand(async () => {
    const options = readOptions(name, args)
    prepareProcess()
    const config = readConfig()
    await (name === 'forget' ? forget(config, options) : exportPerson(config, options))
  })
}

function readOptions(name: Command, args: string[]): Options {
  const flag = { type: 'boolean' } as const
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { session: flag, ...(name === 'forget' && { preview: flag, now: flag }) },
    })
    const [id = '', file = 'export.json'] = positionals
    if (id === '') throw new TypeError('Name the user.')
    const { session, preview, now } = values as Record<string, boolean | undefined>
    const person: Person = { kind: session ? 'session' : 'user', id }
    return { person, file: resolve(file), isPreview: preview ?? false, isNow: now ?? false }
  } catch (error) {
    throw new StartupError(`${(error as Error).message}\nUsage: ${USAGE[name]}`)
  }
}

async function forget(config: Config, { person, isPreview, isNow }: Options): Promise<void> {
  const { kind, id } = person
  const body: ForgetRequest = kind === 'user' ? { userId: id } : { sessionId: id }
  const headers = { 'content-type': 'application/json' }
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, preview: isPreview, now: isNow }),
  }
  const answer = await ask(config, forgetPath.address, request)
  if (answer === null) return withStoppedStore(config, (store) => forgetIn(store, person, isPreview))
  const { doneBy, backupsUntil, ...counts } = parseJson(await answer.text()) as ForgetAnswer
  const until =
    doneBy === undefined ? '' : ` Gone from the store by ${doneBy}, from backups by ${backupsUntil}.`
  console.log(`${describe(person, counts)}${until}`)
  if (!isPreview && isNothing(counts)) console.log(NOTHING_DELETED)
}

/** Nothing waits for a night in which no store runs. */
async function forgetIn(store: Store, person: Person, isPreview: boolean): Promise<void> {
  const counts = await countRows(store.engine, person)
  console.log(`The store does not run. ${describe(person, counts)}`)
  if (isPreview) return
  const { backupsUntil } = await store.forget.deleteNow(person, counts)
  await recordOfPerson({ ...store, actor: OPERATOR }, 'deleted', person, counts)
  console.log(`Gone from the store now, from backups by ${backupsUntil}.`)
  if (isNothing(counts)) console.log(NOTHING_DELETED)
}

async function exportPerson(config: Config, { person, file }: Options): Promise<void> {
  if (existsSync(file)) throw new StartupError(`${file} exists: name another file, ${USAGE.export}`)
  const { kind, id } = person
  const query = new URLSearchParams(kind === 'user' ? { userId: id } : { sessionId: id })
  const answer = await ask(config, `${exportPath.address}?${query.toString()}`, {})
  const write = async (source: Readable): Promise<void> => {
    try {
      await pipeline(source, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
    } catch (error) {
      rmSync(file, { force: true })
      throw error
    }
  }
  if (answer === null)
    await withStoppedStore(config, async (store) => {
      await recordOfPerson({ ...store, actor: OPERATOR }, 'exported', person, null)
      await write(await exportRows(store.engine, person))
    })
  else await write(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]))
  console.log(`Saved everything of the ${kind} to ${file}`)
  if (isEmpty(file)) console.log(`Nothing is stored of this ${kind}: compare the id.`)
}

/** Whether all lists of an export are empty. */
function isEmpty(file: string): boolean {
  if (statSync(file).size > MAX_EMPTY_BYTES) return false
  const lists = Object.values(parseJson(readFileSync(file, 'utf8')) as object)
  return lists.every((list) => !Array.isArray(list) || list.length === 0)
}

/** Null: no store runs. Throws a `StartupError` for an answer that is no success. */
async function ask({ host, port }: Config, path: string, request: RequestInit): Promise<Response | null> {
  const name = /^(?:0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host
  let answer: Response
  try {
    answer = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}${path}`, request)
  } catch {
    return null
  }
  if (answer.ok) return answer
  const { detail = '' } = (parseJson(await answer.text()) ?? {}) as { detail?: string }
  throw new StartupError(`The store at ${name}:${port} answered ${answer.status}: ${detail}`)
}

async function withStoppedStore(config: Config, work: (store: Store) => Promise<void>): Promise<void> {
  if (config.clickhouseUrl === null && !existsSync(join(config.folder, 'engine')))
    throw new StartupError(
      `No store runs at port ${config.port}, and ${config.folder} has no tables: ` +
        'set STORE_PORT or DATA_DIR to the port or the folder of the store.',
    )
  const store = await openStore({ ...config, alerts: false }, pino({ level: 'silent' }))
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

function isNothing({ exceptions, spans, logs }: ForgetAnswer): boolean {
  return exceptions + spans + logs === 0
}

function describe({ kind }: Person, counts: ForgetAnswer): string {
  const { exceptions, spans, logs } = counts
  if (isNothing(counts)) return `Nothing is stored of this ${kind}: compare the id.`
  return `The ${kind} has ${exceptions} exceptions, ${spans} spans and ${logs} log records.`
}

if (import.meta.main) {
  const [name, ...args] = process.argv.slice(2)
  await command(name === 'export' ? 'export' : 'forget', args)
}
