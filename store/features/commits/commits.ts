// Commits of releases: the paths.
import type { ReleaseCommitsAnswer } from '../../../contract/commits.ts'
import { HttpError } from '../../../server/http-error.ts'
import { nowNs } from '../../database/instants.ts'
import { serviceTest } from '../../http/actor.ts'
import { upload } from '../../http/body.ts'
import { text, texts } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import {
  commitLink,
  hasSpace,
  readCommits,
  readUploadedReleases,
  releaseBefore,
  writeCommits,
  type IssueOwners,
  type QueryContext,
  type StoredCommits,
} from '../issues/index.ts'
import type { WithAudit } from '../people/index.ts'
import { parseUpload } from './commits-body.ts'

export type CommitsContext = QueryContext & WithAudit & { issueOwners: IssueOwners }

const RELEASE = text('The release, as `service.version` of the page.')

export const putPath = path('PUT /api/commits', {
  summary:
    'Stores the commits of a release since the one before, with the lines that they wrote, and ' +
    'CODEOWNERS (500 commits and 1 MiB at most; 507 if there is no space for more)',
  parameters: {
    service: texts('The service. Repeated where a page and its server are built together.'),
    release: RELEASE,
  },
  isForMaps: true,
  answer: 'ReleaseCommitsAnswer',
  status: 201,
  body: upload('CommitsUpload'),
  async handle({ parameters, body }, context: CommitsContext): Promise<ReleaseCommitsAnswer> {
    const { service: services, release } = parameters
    const { engine, people, actor } = context
    if (services.length === 0 || release === '') throw new HttpError(400, 'service and release are required.')
    const canView = serviceTest(actor)
    if (canView !== null && !services.every(canView))
      throw new HttpError(403, 'You may not upload commits of this service.')
    const { repo: repository, ...sent } = await body((bytes) => Promise.resolve(parseUpload(bytes)))
    if (!(await hasSpace(engine)))
      throw new HttpError(507, 'Commits of releases take a gigabyte: the oldest are deleted after a year.')
    const rows = await Promise.all(
      services.map(async (service): Promise<StoredCommits> => {
        const stored = (await readUploadedReleases(engine, service)).find(
          (other) => other.release === release,
        )
        return { ...sent, repository, service, release, firstAt: stored?.firstAt ?? nowNs() }
      }),
    )
    await writeCommits(engine, rows)
    context.issueOwners.uploaded(services)
    await people.audit.recordOnce(actor, {
      act: 'commits.uploaded',
      target: `${services.join(', ')} ${release}`,
    })
    return readAnswer(context, services[0]!, release)
  },
})

export const releaseCommitsPath = path('GET /api/releases/commits', {
  summary: 'The commits of a release, as its build has sent them, and the release before',
  parameters: { service: text('The service of the release.'), release: RELEASE },
  isForMaps: true,
  answer: 'ReleaseCommitsAnswer',
  handle({ parameters: { service, release } }, context: CommitsContext): Promise<ReleaseCommitsAnswer> {
    return readAnswer(context, service, release)
  },
})

async function readAnswer(
  { engine, services }: CommitsContext,
  service: string,
  release: string,
): Promise<ReleaseCommitsAnswer> {
  const [[stored], uploaded] = await Promise.all([
    readCommits(engine, service, [release]),
    readUploadedReleases(engine, service),
  ])
  const before = releaseBefore(uploaded, release)
  const repository = services.of(service).repository || (stored?.repository ?? '')
  return {
    service,
    release,
    head: stored?.head ?? null,
    base: stored?.base || null,
    missing: stored?.missing || null,
    commits: (stored?.commits ?? []).map((commit) => ({
      ...commit,
      url: commitLink(repository, commit.hash),
    })),
    owners: stored?.owners?.path ?? null,
    before: before && { release: before.release, head: before.head },
  }
}
