// The body of a channel that is created or changed.
import type { ChannelKind, ChannelLimits } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import type { JsonObject } from '../../../http/body.ts'
import { readChoice, readInteger, readNames, readText, requireKnown } from '../body-members.ts'
import { DEFAULT_LIMITS } from '../messages/schedule.ts'

const KINDS = [
  'webhook',
  'slack',
  'mattermost',
  'discord',
  'teams',
  'googlechat',
  'telegram',
  'email',
  'ntfy',
  'pagerduty',
] as const satisfies ChannelKind[]

const MAX_TARGET = 4_000

export const LIMITS: Record<keyof ChannelLimits, [min: number, max: number]> = {
  gatherSeconds: [0, 3_600],
  pauseSeconds: [0, 86_400],
  messagesPerHour: [1, 3_600],
}
/** Minutes of a day. */
export const HEARTBEAT: [min: number, max: number] = [0, 1_440]

const LIMIT_NAMES = Object.keys(LIMITS) as (keyof ChannelLimits)[]

/** `secret`: empty without one. `rules`: null without a choice. */
export type NewChannelBody = ChannelLimits & {
  name: string
  kind: ChannelKind
  target: string
  secret: string
  heartbeatMinutes: number
  rules: string[] | null
}

export function parseNewChannel(body: JsonObject): NewChannelBody {
  requireKnown(body, ['name', 'kind', 'target', 'secret', 'rules', 'heartbeatMinutes', ...LIMIT_NAMES])
  const kind = readChoice(body, 'kind', KINDS)
  return {
    ...DEFAULT_LIMITS,
    ...parseLimits(body),
    name: readText(body, 'name'),
    kind,
    target: kind === 'pagerduty' && body['target'] === undefined ? '' : readTarget(body),
    secret: body['secret'] === undefined ? '' : readText(body, 'secret', MAX_TARGET),
    heartbeatMinutes: body['heartbeatMinutes'] === undefined ? 0 : readHeartbeat(body, kind),
    rules: body['rules'] === undefined ? null : readNames(body, 'rules'),
  }
}

export type ChannelChangeBody = Partial<ChannelLimits> & {
  name?: string
  target?: string
  secret?: string
  state?: 'ok'
  heartbeatMinutes?: number
}

/** Whether the kind has a heartbeat is checked with the channel. */
export function parseChannelChange(body: JsonObject): ChannelChangeBody {
  requireKnown(body, ['name', 'target', 'secret', 'state', 'heartbeatMinutes', ...LIMIT_NAMES])
  return {
    ...parseLimits(body),
    ...(body['name'] !== undefined && { name: readText(body, 'name') }),
    ...(body['target'] !== undefined && { target: readTarget(body) }),
    ...(body['secret'] !== undefined && { secret: readText(body, 'secret', MAX_TARGET) }),
    ...(body['heartbeatMinutes'] !== undefined && {
      heartbeatMinutes: readInteger(body, 'heartbeatMinutes', HEARTBEAT),
    }),
    ...(body['state'] !== undefined && { state: readChoice(body, 'state', ['ok']) }),
  }
}

function readHeartbeat(body: JsonObject, kind: ChannelKind): number {
  const minutes = readInteger(body, 'heartbeatMinutes', HEARTBEAT)
  if (minutes > 0) requireHeartbeat(kind)
  return minutes
}

/** A person would have to read it. */
export function requireHeartbeat(kind: ChannelKind): void {
  if (kind !== 'webhook') throw new HttpError(400, 'heartbeatMinutes: only a webhook has a heartbeat.')
}

function readTarget(body: JsonObject): string {
  if (body['target'] === '') throw new HttpError(400, 'target is required.')
  return readText(body, 'target', MAX_TARGET)
}

function parseLimits(body: JsonObject): Partial<ChannelLimits> {
  const limits = LIMIT_NAMES.filter((name) => body[name] !== undefined)
  return Object.fromEntries(limits.map((name) => [name, readInteger(body, name, LIMITS[name])]))
}
