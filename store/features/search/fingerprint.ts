// The issue of an error that a person has as text, for example from a ticket.
import { fingerprint } from '../../ingest/grouping/fingerprint.ts'
import type { FingerprintAnswer } from '../../../contract/issues.ts'
import { HttpError } from '../../../server/http-error.ts'
import { json, type JsonObject } from '../../http/body.ts'
import { path } from '../../http/path.ts'
import type { QueryContext } from '../issues/index.ts'
import { readServices } from './services.ts'

/** Characters of a stack: SDKs cut theirs earlier. */
const MAX_TEXT = 32_768
/** Releases of a service whose source maps are tried, the newest first. */
const MAX_RELEASES = 5

/** Origins of scripts of one stack: the application, a CDN, a tag. */
const MAX_ORIGINS = 3
/** A page whose origin no script of a stack has. */
const OTHER_PAGE = 'https://page.invalid'

type Pasted = { type: string; message: string; stacktrace: string }
type Request = Pasted & { service: string }
type Attempt = Pasted & { service: string; url: string }

export const fingerprintPath = path('POST /api/fingerprint', {
  summary: 'The issue of an error, by its type, message and stack',
  role: 'read',
  answer: 'FingerprintAnswer',
  body: json('FingerprintRequest', (body): Request => ({
    type: readText(body, 'type'),
    message: readText(body, 'message'),
    stacktrace: readText(body, 'stacktrace'),
    service: readText(body, 'service'),
  })),
  /** Of several services with such an issue: the one that was active last. */
  async handle({ body }, context: QueryContext): Promise<FingerprintAnswer> {
    const { service, ...pasted } = body
    const names = service === '' ? await serviceNames(context) : [service]
    const sent = names.flatMap((name) =>
      pagesOf(pasted.stacktrace).map((url) => ({ ...pasted, service: name, url })),
    )
    const direct = await storedIssue(context, sent.map(idOf))
    if (direct !== null) return { issueId: direct }
    return { issueId: await storedIssue(context, await mappedIds(context, sent)) }
  },
})

async function serviceNames({ engine }: QueryContext): Promise<string[]> {
  return (await readServices(engine)).services.map(({ name }) => name)
}

function readText(body: JsonObject, name: string): string {
  const value = body[name] ?? ''
  if (typeof value !== 'string') throw new HttpError(400, `${name} must be a string.`)
  return value.slice(0, MAX_TEXT).toWellFormed()
}

/** Code of other origins than the page's is a third party's, and a stack does not say which the page was. */
function pagesOf(stacktrace: string): string[] {
  const origins = new Set(stacktrace.match(/https?:\/\/[^/\s()]+/g))
  return [...[...origins].slice(0, MAX_ORIGINS), OTHER_PAGE, '']
}

function idOf({ service, type, message, stacktrace, url }: Attempt): string {
  const text = { type, message, stacktrace, sourceLine: '' }
  return fingerprint({ service, ...text, url, route: '', override: '' }).id
}

/** Occurrences are grouped by their mapped stack where their release has source maps. */
async function mappedIds({ engine, sourceMaps }: QueryContext, attempts: Attempt[]): Promise<string[]> {
  const releases = await engine.query<{ service: string; release: string }>(
    `SELECT ServiceName AS service, Release AS release FROM releases
     WHERE ServiceName IN {services:Array(String)} AND Release != ''
     GROUP BY service, release ORDER BY min(FirstSeen) DESC LIMIT ${MAX_RELEASES} BY service`,
    { services: attempts.map(({ service }) => service) },
  )
  const ids: string[] = []
  for (const { service, release } of releases) {
    const ofService = attempts.filter((attempt) => attempt.service === service)
    const text = ofService[0]?.stacktrace ?? ''
    const stack = await sourceMaps.mapOne({ service, release, debugIds: '', text })
    if (!stack.isMapped) continue
    for (const attempt of ofService) {
      const exception = { ...attempt, stacktrace: stack.text, sourceLine: stack.sourceLine(attempt.url) }
      ids.push(fingerprint({ ...exception, route: '', override: '' }).id)
    }
  }
  return ids
}

/** The first of them that is stored, as the issue that it is merged into. */
async function storedIssue({ issueCache, merges }: QueryContext, ids: string[]): Promise<string | null> {
  if (ids.length === 0) return null
  const index = await issueCache.index(ids)
  const stored = ids.find((id) => index.range(id) !== null)
  return stored === undefined ? null : merges.issueOf(stored)
}
