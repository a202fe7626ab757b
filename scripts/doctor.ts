// `npm run doctor`: checks a running installation, from its disk to a test event that goes through all parts.
// `npm run doctor -- oidc`: checks the login at an identity provider instead.
// Each finding names what to do. Exit code 1: one of them is a problem.
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { getConfig, relayUrl, type Config } from './config.ts'
import { type Finding, hint, ok, problem } from './finding.ts'
import { sendTestEvent } from './test-event.ts'
import { StartupError } from '../server/startup-error.ts'

type Health = {
  status: string
  collector: string
  store: string
  version: string
  spool: { envelopes: number }
  /** About the settings of the relay. */
  hint?: string
}

const MEBIBYTE = 1024 * 1024
/** With less, the store soon takes nothing new. */
const MIN_FREE_BYTES = 512 * MEBIBYTE
/** The shape of a trace suffers from more. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000
const TIMEOUT_MS = 5_000

const MARKS = { ok: 'ok      ', hint: 'hint    ', problem: 'PROBLEM ' }

try {
  const findings = await examinePart(process.argv[2])
  for (const { kind, text } of findings) console.log(MARKS[kind] + text)
  process.exitCode = findings.some(({ kind }) => kind === 'problem') ? 1 : 0
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}

async function examinePart(part: string | undefined): Promise<Finding[]> {
  if (part === undefined) return examine(getConfig())
  if (part !== 'oidc')
    throw new StartupError(`"${part}" is unknown: run "npm run doctor", or with "-- oidc".`)
  // It loads the relay.
  const { examineOpenId } = await import('./doctor-oidc.ts')
  return examineOpenId()
}

async function examine(config: Config): Promise<Finding[]> {
  const url = relayUrl(config)
  const folders = examineFolders(config)
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null)
  if (response === null)
    return [
      ...folders,
      problem(`No relay answers at ${url}: run "npm start", or set HOST and PORT as in the running one.`),
    ]
  const health = (await response.json()) as Health
  return [
    ...folders,
    ...examineHealth(health),
    examineClock(response.headers.get('date')),
    ...(health.store === 'down' ? [] : [await sendTestEvent(url, config.apiToken)]),
  ]
}

function examineFolders({ dataDir }: Config): Finding[] {
  if (!existsSync(dataDir))
    return [
      problem(`DATA_DIR ${dataDir} does not exist: set DATA_DIR to the folder of the running installation.`),
    ]
  const blocked = ['', 'store', 'spool', 'collector'].filter((name) => {
    const folder = join(dataDir, name)
    return existsSync(folder) && !isWritable(folder)
  })
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const size = `${Math.floor(free / MEBIBYTE)} MiB are free on the disk of ${dataDir}`
  return [
    ...blocked.map((name) => problem(`${join(dataDir, name)} cannot be written: allow it for this user.`)),
    free < MIN_FREE_BYTES ? problem(`${size}: free some space, or set STORE_LIMIT.`) : ok(`${size}.`),
  ]
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function examineHealth({ collector, store, version, spool, hint: settings }: Health): Finding[] {
  const down = { store, collector }
  return [
    version === manifest.version
      ? ok(`The relay has the version of this folder, ${version}.`)
      : problem(
          `The relay has version ${version}, but this folder has version ${manifest.version}: restart it.`,
        ),
    ...Object.entries(down).map(([part, state]) =>
      state === 'down'
        ? problem(`The ${part} does not answer: see the end of its log.`)
        : ok(`The ${part} answers (${state}).`),
    ),
    spool.envelopes === 0
      ? ok('The spool of the relay is empty.')
      : hint(
          `${spool.envelopes} requests are queued in the spool: the collector does not answer, or has just ` +
            'started to answer again.',
        ),
    ...(settings === undefined ? [] : [hint(settings)]),
  ]
}

function examineClock(date: string | null): Finding {
  const difference = Math.abs(Date.parse(date ?? '') - Date.now())
  if (difference <= MAX_CLOCK_DIFFERENCE_MS) return ok('The clocks of the relay and of this machine agree.')
  return problem(
    `The clock of the relay differs by ${Math.round(difference / 1000)} s: synchronise it (NTP).`,
  )
}
