// What the store writes beside an exception: its issue, its digest, its culprit, browser and system. Done before the row is written, and nowhere else.
import { createHash } from 'node:crypto'
import { culprit } from '../issue/culprit.ts'
import { fingerprint, GROUPING_VERSION } from '../issue/fingerprint.ts'
import { originOf } from '../issue/origin.ts'
import type { Agents } from './agent.ts'
import type { Attributes } from './attributes.ts'
import { readDigest } from '../digest.ts'
import { deriveDigest } from './digest.ts'
import type { Source } from './rows.ts'

/** An occurrence as it is told to those who watch live. */
export type News = {
  issueId: string
  digest: string
  type: string
  message: string
  service: string
  ns: bigint
}

/** And as it is counted and known again. */
export type Occurrence = News & {
  release: string
  environment: string
  /** Ids; empty where there is none. */
  user: string
  session: string
  /** The same digest at the same instant is the same occurrence, in whatever company it comes. Null: the digest is the store's own. */
  key: string | null
}

/** `holder`: the attributes that say who it happened to, which are the span's where the exception is an event of it. */
export type Context = {
  source: Source
  holder: Attributes
  url: string
  userAgent: string
  ns: bigint
  bodyHash: string
  position: number
  agents: Agents
}

export function isException(attributes: Attributes, name: string): boolean {
  return name === 'exception' || 'exception.type' in attributes || 'exception.message' in attributes
}

/** Completes `attributes` in place. */
export function markException(attributes: Attributes, body: string, context: Context): Occurrence {
  const { source, holder, url, ns } = context
  const { service, release, environment } = source
  const sent = attributes['errata.digest'] ?? ''
  const own = readDigest(sent)
  const digest = own ?? deriveDigest(context.bodyHash, context.position)
  // What is no digest of ours is one that somebody else gave: it finds the occurrence all the same.
  if (own === null && sent !== '') attributes['errata.given_digest'] ||= sent
  const type = attributes['exception.type'] ?? ''
  const message = attributes['exception.message'] || body
  const stacktrace = attributes['exception.stacktrace'] ?? ''
  const given = attributes['errata.fingerprint'] ?? ''
  const found = fingerprint({ service, type, message, stacktrace, url, given })
  const agent = context.agents(context.userAgent)
  attributes['errata.digest'] = digest
  attributes['errata.fingerprint'] = found.id
  attributes['errata.grouping'] = `${GROUPING_VERSION}: ${found.reason}`
  attributes['errata.culprit'] = culprit(stacktrace, url)
  attributes['errata.origin'] = originOf({ type, message, stacktrace, url })
  attributes['errata.browser'] = agent.browser
  attributes['errata.os'] = agent.os
  const key =
    own === null
      ? null
      : createHash('sha256').update(`${service}\n${digest}\n${ns}`).digest('hex').slice(0, 32)
  // As the views of the tables read them.
  const [user, session] = [holder['user.id'] ?? '', holder['session.id'] || source.session]
  return { issueId: found.id, digest, type, message, service, ns, release, environment, user, session, key }
}

/** Only the store says what is an exception: its mark on anything else would make it one. */
export function unmark(attributes: Attributes): void {
  delete attributes['errata.fingerprint']
}
