// A login with GitHub, which has OAuth without OpenID: the person is read from its API.
import { HttpError } from '../../../server/http-error.ts'
import { isObject } from '../../../server/json.ts'
import type { Connection } from './provider.ts'
import type { Account } from './rights.ts'
import { oneLine } from './claims.ts'

export const GITHUB_SCOPES = ['read:user', 'user:email', 'read:org']

const PAGE = 100
/** Of organisations, and of teams. */
const MAX_PAGES = 10
const HIDDEN = 'GitHub names only organisations that have approved this application'

type Read = (path: string) => Promise<unknown>

/** The groups are organisations and `organisation/team`. The id of a person stays when the name changes. */
export async function gitHubAccount(connection: Connection, token: string, issuer: string): Promise<Account> {
  const read: Read = (path) => readJson(connection, token, `${apiOf(issuer)}${path}`)
  const user = await read('/user')
  if (!isObject(user) || typeof user['id'] !== 'number')
    throw new HttpError(502, 'The answer of GitHub has no id of a person.')
  const [emails, organisations, teams] = await Promise.all([
    read('/user/emails'),
    readPages(read, '/user/orgs'),
    readPages(read, '/user/teams'),
  ])
  const groups = [
    ...organisations.map(({ login }) => oneLine(login)),
    ...teams.map(({ slug, organization }) =>
      isObject(organization) ? `${oneLine(organization['login'])}/${oneLine(slug)}` : '',
    ),
  ]
  return {
    issuer,
    subject: String(user['id']),
    name: oneLine(user['name']) || oneLine(user['login']),
    email: primaryEmail(emails),
    hasDomain: true,
    groups: groups.filter((group) => group !== ''),
    notes: [HIDDEN],
  }
}

/** A server of one's own has its API below its own address. */
function apiOf(issuer: string): string {
  return issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`
}

function primaryEmail(emails: unknown): string | null {
  const primary = (Array.isArray(emails) ? emails : []).find(
    (each) => isObject(each) && each['primary'] === true && each['verified'] === true,
  ) as { email: unknown } | undefined
  return oneLine(primary?.email) || null
}

async function readPages(read: Read, path: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const answer = await read(`${path}?per_page=${PAGE}&page=${page}`)
    if (!Array.isArray(answer)) break
    items.push(...answer.filter(isObject))
    if (answer.length < PAGE) break
  }
  return items
}

async function readJson({ client, config }: Connection, token: string, url: string): Promise<unknown> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'errata' })
  const response = await client.fetchProtectedResource(config, token, new URL(url), 'GET', null, headers)
  if (response.ok) return response.json()
  await response.body?.cancel()
  const problem = `GitHub answered ${response.status} at ${new URL(url).pathname}`
  if (response.status === 403 || response.status === 404)
    throw new HttpError(502, `${problem}: the application needs the scopes ${GITHUB_SCOPES.join(', ')}.`)
  throw new HttpError(response.status >= 500 ? 503 : 502, `${problem}.`)
}
