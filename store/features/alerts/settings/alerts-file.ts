// The file with rules and channels: read at the start and when it changes. A file that cannot be used changes
// nothing, and is a problem of the status.
import { readFileSync, statSync, unwatchFile, watchFile } from 'node:fs'
import { createHash } from 'node:crypto'
import type { ChannelKind } from '../../../../contract/alerts.ts'
import { SERVICE_CHANNEL } from '../../../../contract/service-channel.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { isObject } from '../../../../server/json.ts'
import { parseNewChannel, type NewChannelBody } from '../channels/channel-body.ts'
import { NO_DIGEST, parseDigestChange, type DigestSetting } from '../digest/digest-settings.ts'
import { parseNewRule, parseRuleChange, withChange } from '../rules/rule-body.ts'
import { DEFAULT_RULES, type RuleSetting } from '../rules/rule.ts'

/** A file on a mounted volume sends no events: it is looked at. */
const INTERVAL_MS = 5_000

const MAX_BYTES = 1024 ** 2

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const VARIABLE = /\$\{(\w+)\}/g

/** `hash`: changes with the setting. */
type FromFile<Value> = { id: string; hash: string; value: Value }

export type FileSettings = {
  channels: FromFile<Omit<NewChannelBody, 'rules'>>[]
  rules: FromFile<RuleSetting>[]
  digest: FromFile<DigestSetting> | null
}

export type AlertsFile = {
  current(): FileSettings
  /** Why the file cannot be used. */
  problem(): string | null
  close(): void
}

/** Throws an `HttpError` 400. */
export type CheckTarget = (kind: ChannelKind, target: string, secret: string) => void

type FileOptions = {
  file: string
  variable: (name: string) => string | undefined
  checkTarget: CheckTarget
  onChange: () => void
}

export function watchAlertsFile({ file, variable, checkTarget, onChange }: FileOptions): AlertsFile {
  let settings: FileSettings = { channels: [], rules: [], digest: null }
  let problem: string | null = null
  read()
  watchFile(file, { interval: INTERVAL_MS, persistent: false }, () => {
    read()
    onChange()
  })
  return {
    current: () => settings,
    problem: () => problem,
    close: () => unwatchFile(file),
  }

  function read(): void {
    try {
      settings = parseFile(readText(file), variable, checkTarget)
      problem = null
    } catch (error) {
      problem = `${file} cannot be used: ${(error as Error).message}`
    }
  }
}

/** Without a file: no settings. */
function readText(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return '{}'
  if (stat.size > MAX_BYTES) throw new HttpError(400, `it must not be larger than ${MAX_BYTES} bytes.`)
  return readFileSync(file, 'utf8')
}

export function parseFile(
  text: string,
  variable: FileOptions['variable'],
  checkTarget: FileOptions['checkTarget'],
): FileSettings {
  const content: unknown = JSON.parse(text)
  if (!isObject(content)) throw new HttpError(400, 'it must have an object.')
  const unknown = Object.keys(content).find((name) => !/^(?:channels|rules|digest|\$schema)$/.test(name))
  if (unknown !== undefined)
    throw new HttpError(400, `${unknown} is unknown. Known are channels, rules and digest.`)
  const settings: FileSettings = {
    channels: entriesOf(content['channels'], 'channels', (id, body) => {
      const named: Body = { name: id, ...body }
      for (const member of ['target', 'secret'] as const)
        if (typeof named[member] === 'string') named[member] = withVariables(named[member], variable)
      const { rules: _rules, ...channel } = parseNewChannel(named)
      checkTarget(channel.kind, channel.target, channel.secret)
      return channel
    }),
    rules: entriesOf(content['rules'], 'rules', (id, body) => {
      const setting = DEFAULT_RULES.get(id)
      return setting ? withChange(setting, parseRuleChange(body)) : parseNewRule({ name: id, ...body })
    }),
    digest:
      content['digest'] === undefined
        ? null
        : entryOf('digest', { name: 'digest', body: content['digest'] }, (body) => ({
            ...NO_DIGEST,
            ...parseDigestChange(body),
          })),
  }
  requireKnownChannels(settings)
  return settings
}

/** Channels of the file, or of people: their ids are UUIDs. */
function requireKnownChannels({ channels, rules, digest }: FileSettings): void {
  const isKnown = (id: string): boolean => UUID.test(id) || channels.some((channel) => channel.id === id)
  const isRule = (setting: object): boolean => setting !== digest
  for (const setting of [...rules, ...(digest ? [digest] : [])]) {
    const { id, value } = setting
    const ids = value.channels.filter((channel) => channel !== SERVICE_CHANNEL || !isRule(setting))
    const unknown = ids.find((channel) => !isKnown(channel))
    if (unknown !== undefined) throw new HttpError(400, `${id}: no channel has the id ${unknown}.`)
  }
}

type Body = Record<string, unknown>

function entriesOf<Value>(
  list: unknown,
  name: string,
  parse: (id: string, body: Body) => Value,
): FromFile<Value>[] {
  if (list === undefined) return []
  if (!isObject(list)) throw new HttpError(400, `${name} must be an object with a member for each id.`)
  return Object.entries(list).map(([id, body]) =>
    entryOf(id, { name: `${name}.${id}`, body }, (entry) => parse(id, entry)),
  )
}

/** `name`: in an error. */
function entryOf<Value>(
  id: string,
  { name, body }: { name: string; body: unknown },
  parse: (body: Body) => Value,
): FromFile<Value> {
  try {
    if (!isObject(body)) throw new HttpError(400, 'must be an object.')
    const value = parse(body)
    return { id, hash: createHash('sha256').update(JSON.stringify(value)).digest('hex'), value }
  } catch (error) {
    throw new HttpError(400, `${name}: ${(error as Error).message}`)
  }
}

function withVariables(text: string, variable: FileOptions['variable']): string {
  return text.replaceAll(VARIABLE, (_, name: string) => {
    const value = variable(name)
    if (value === undefined) throw new HttpError(400, `the variable ${name} is not set.`)
    return value
  })
}
