// Commits of two releases, and errors in the second, for the tests of the screens.
import type { CommitsUpload, ReleaseCommit } from '../../contract/commits.ts'
import { requireOk, send } from './http.ts'
import { eventOf } from './occurrences.ts'
import { HOUR_MS } from './sample/sample-sender.ts'
import { exceptionLog } from './telemetry.ts'

const SERVICE = 'shop'
const REPOSITORY = 'https://git.example/shop/web'

/** Resolves to the ids of two issues, the second of a release whose build has sent no commits. */
export async function sendCommits(url: string) {
  const commit = commitsAt(Date.now())
  const putCommits = (release: string, upload: CommitsUpload) =>
    putCommitsOf({ url, service: SERVICE, release }, upload)
  const before = [commit('a0', 'Begin', ['Lena Marek', 30], {})]
  await putCommits('1.0.0', { head: before[0]!.hash, commits: before })
  await sendError(url, '1.0.0', 'idle', [])
  const commits = [
    commit('b4', 'Upgrade the router', ['Anton Nilsen', 3], { 'package.json': [] }),
    commit('b3', 'Quotes without the old guard', ['Anton Nilsen', 5], {
      'src/cart/quote.ts': [
        [12, 30],
        [41, 41],
      ],
    }),
    commit('b2', 'Totals in minor units \u202E', ['Lena Marek', 8], { 'src/cart/totals.ts': [[40, 44]] }),
    ...Array.from({ length: 22 }, (_, index) =>
      commit(`c${index}`, `Texts ${index}`, ['Mona Okafor', 9 + index / 10], {
        'src/texts.ts': [[index, index]],
      }),
    ),
  ]
  const owners = { path: 'CODEOWNERS', text: '* @shop/web\n/src/cart/ @lmarek' }
  const base = before[0]!.hash
  await putCommits('1.1.0', { head: commits[0]!.hash, base, commits, owners, repo: REPOSITORY })
  const stack = [
    'cartTotal (webpack://shop/./src/cart/totals.ts:42:35)',
    'q (webpack://shop/./src/cart/quote.ts:71:9)',
  ]
  const issueId = await sendError(url, '1.1.0', 'no amount', stack)
  const missing = 'the clone is shallow and ends after the release before'
  await putCommits('1.2.0', { head: 'd'.repeat(40), commits: [], missing, owners })
  return { issueId, laterId: await sendError(url, '1.2.0', 'no quote', stack.slice(1)) }
}

/** Makes commits of before `now`. `lines`: those that each commit wrote, by file. */
export function commitsAt(now: number) {
  return (
    prefix: string,
    subject: string,
    [author, hoursAgo]: [name: string, hoursAgo: number],
    lines: Record<string, number[][]>,
  ): ReleaseCommit => ({
    hash: Buffer.from(prefix).toString('hex').padEnd(40, '0'),
    author,
    at: new Date(now - hoursAgo * HOUR_MS).toISOString(),
    subject,
    files: Object.entries(lines).map(([path, ranges]) => ({
      path,
      lines: ranges.map((range) => range.map((line) => line || 1)),
    })),
  })
}

type Release = { url: string; service: string; release: string; token?: string | undefined }

export async function putCommitsOf(
  { url, service, release, token }: Release,
  upload: CommitsUpload,
): Promise<void> {
  const query = new URLSearchParams({ service, release }).toString()
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const request = { method: 'PUT', headers, body: JSON.stringify(upload) }
  await requireOk(await fetch(`${url}/api/commits?${query}`, request))
}

/** Returns the id of its issue. */
async function sendError(url: string, release: string, message: string, frames: string[]): Promise<string> {
  const { digest, body } = exceptionLog({ service: SERVICE, release, message, frames })
  await send(url, body)
  return (await eventOf({ url }, digest)).issueId
}
