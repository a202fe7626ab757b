// Releases, deploys and commits as Sentry's tools announce them. Errata learns releases from its data, so
// nothing is stored: the answers are what the tools read before they go on.
import type { Router } from '@koa/router'
import type { Context } from 'koa'
import { HttpError } from '../../server/http-error.ts'

type ReadJson = (ctx: Context) => Promise<Record<string, unknown>>

const RELEASES = '/organizations/:organization/releases/'
const PROJECT_RELEASES = '/projects/:organization/:project/releases/'

export function addReleasePaths(router: Router, readJson: ReadJson): void {
  router.get('/', (ctx) => {
    ctx.body = { version: '0', user: null, auth: { scopes: ['org:ci'] } }
  })
  // `/organizations/ORG/` is answered 404: the plugins store the address in a good answer for all projects of
  // this user, and send uploads of an organization with this name there from then on.
  // Without repositories a tool takes the commits from git.
  router.get('/organizations/:organization/repos/', (ctx) => void (ctx.body = []))
  for (const releases of [RELEASES, PROJECT_RELEASES]) {
    const release = `${releases}:release/`
    router.get(`${release}previous-with-commits/`, (ctx) => void (ctx.body = {}))
    for (const list of [releases, `${release}deploys/`, `${release}commits/`])
      router.get(list, (ctx) => void (ctx.body = []))
    router.post(releases, async (ctx) => {
      const { version, ...release } = await readJson(ctx)
      if (typeof version !== 'string') throw new HttpError(400, 'version must be a text.')
      ctx.status = 201
      ctx.body = toRelease(version, release)
    })
    router.get(release, (ctx) => void (ctx.body = toRelease(ctx.params['release']!, {})))
    router.put(release, async (ctx) => {
      ctx.body = toRelease(ctx.params['release']!, await readJson(ctx))
    })
    router.post(`${release}deploys/`, async (ctx) => {
      const { environment, name, url, dateStarted, dateFinished } = await readJson(ctx)
      ctx.status = 201
      ctx.body = { id: '1', environment, name, url, dateStarted, dateFinished: dateFinished ?? now() }
    })
  }
}

function toRelease(version: string, { projects, dateReleased, url, ref }: Record<string, unknown>) {
  const names = Array.isArray(projects) ? projects : []
  return {
    version,
    shortVersion: version,
    url: url ?? null,
    ref: ref ?? null,
    dateCreated: now(),
    dateReleased: dateReleased ?? null,
    lastEvent: null,
    newGroups: 0,
    commitCount: 0,
    deployCount: 0,
    projects: names.map((name: unknown) => ({ slug: name, name })),
  }
}

function now(): string {
  return new Date().toISOString()
}
