// Assistants: the official clients of the Model Context Protocol ask a real Errata about a built application.
import { beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../contract/issues.ts'
import { APP, BUGS, causeBugs, connect, connect2025, lineOf } from './testing/assistants.ts'
import { getJson } from './testing/http.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()

let issues: IssuesAnswer['issues']
beforeAll(async () => {
  await causeBugs(stack.url, browser)
  issues = await waitFor('five issues', async () => {
    const answer = await getJson<IssuesAnswer>(`${stack.url}/api/issues?range=1h&service=${APP.service}`)
    return answer.issues.length >= BUGS.length ? answer.issues : undefined
  })
})

const CLIENTS = [
  ['2026-07-28', connect],
  ['2025-11-25', connect2025],
] as const

test.each(CLIENTS)(
  'a client of %s: file and line of each cause are in the first answer',
  async (version, open) => {
    const client = await open(stack.url)
    expect(client.version).toBe(version)
    expect(issues).toHaveLength(BUGS.length)
    const answers = await Promise.all(
      issues.map(({ latestDigest }) => client.call('get_issue', { ref: `Digest: ${latestDigest}` })),
    )
    const causes = answers.map(({ text }) => String(/^- Cause: .*src\/(\w+\.ts:\d+):/m.exec(text)?.[1]))
    expect(causes.toSorted()).toEqual(BUGS.map((bug) => lineOf(bug)).toSorted())
  },
)
