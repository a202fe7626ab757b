// The answers of `/api/service-settings`, `/api/scrubbing` and `/api/data`. Types only.

/**
 * What is set for a service. `owners`: suggested as assignees, and named in alerts of issues that nobody has.
 * `repository`: its address, or the address of a line with `{commit}`, `{path}` and `{line}`; null: not set.
 * `ticketTemplate`: null: it has the template of all services. `channel`: the id of the channel for rules
 * without a channel, and for rules that name `@service`; null: not set, or deleted.
 */
export type ServiceSettings = {
  service: string
  lastSeen: string
  owners: string[]
  repository: string | null
  ticketTemplate: string | null
  channel: string | null
}

/**
 * The service with the latest data first. `channels`: all of them for an admin, for others the ones of their
 * services.
 */
export type ServiceSettingsAnswer = {
  services: ServiceSettings[]
  channels: { id: string; name: string }[]
}

/** Members that are missing stay as they are; null removes one. */
export type ServiceSettingsChange = {
  service: string
  owners?: string[]
  repository?: string | null
  ticketTemplate?: string | null
  channel?: string | null
}

/**
 * Names that people have added. Their values are secrets in everything that pages send from then on.
 * `changedAt`: null: nobody has added any yet.
 */
export type ScrubNames = { names: string[]; changedAt: string | null }

/** All of them: a name that is missing is removed. */
export type ScrubNamesChange = { names: string[] }

/** What the relay recognises a secret by. `names`: of a key, a header, a parameter or a variable. */
export type ScrubRule =
  | 'names'
  | 'credentials'
  | 'commands'
  | 'sql'
  | 'queries'
  | 'paths'
  | 'logins'
  | 'cards'

/**
 * What the relay replaces, by `GET /api/scrubbing` of the relay. `names`: endings of names; `-` is any
 * separator or none. `wordsInQuotes`: names only as keys of attributes and of JSON. `providers`: whose keys
 * are recognised by their form. `variable`: of SCRUB. `added`: of people, as this relay has them since
 * `changedAt`, which is later than in the store after an older backup was restored.
 */
export type ScrubbingAnswer = {
  rules: ScrubRule[]
  names: string[]
  wordsInQuotes: string[]
  providers: string[]
  variable: string[]
  added: string[]
  changedAt: string | null
}

/** By `POST /api/scrubbing` of the relay. `text`: as it would be stored. `rules`: which replaced a part. */
export type ScrubbedText = { text: string; rules: { rule: ScrubRule; count: number }[] }

/** `measures`: statistics of operations, web vitals and sessions. `other`: settings and the like. */
export type DataKind =
  | 'events'
  | 'traces'
  | 'feedback'
  | 'snapshots'
  | 'measures'
  | 'maps'
  | 'commits'
  | 'issues'
  | 'alerts'
  | 'audit'
  | 'other'

/**
 * `days`: how long it is stored, of source maps since a stack has needed them; null: until a person deletes
 * it. `variable`: that sets it; null: it is fixed. `oldest`: the first day or week that has data; null: not
 * known. `rows`: null where rows are sums. `bytesPerDay`: mean of the last complete days; null: not known.
 */
export type StoredData = {
  kind: DataKind
  days: number | null
  variable: string | null
  oldest: string | null
  rows: number | null
  bytes: number
  bytesPerDay: number | null
}

/** Of `npm run backup`. `at`: its instant. */
export type LastBackup = { at: string; folder: string; bytes: number; seconds: number }

/** `backupDays`: as BACKUP_DAYS says. `lastBackup`: null: none of this folder, or the data is on a server. */
export type DataAnswer = { kinds: StoredData[]; backupDays: number; lastBackup: LastBackup | null }
