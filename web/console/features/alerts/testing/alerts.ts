// Rules and channels, and a console whose store has them.
import { page } from 'vitest/browser'
import type { Channel, Rule } from '../../../../../contract/alerts.ts'
import type { playRecording } from '../../../testing/recording.ts'

type Played = Pick<Awaited<ReturnType<typeof playRecording>>, 'replace'>

export const AT = '2026-11-26T09:00:00Z'
export const LONG = `a rule whose name is ${'very '.repeat(34)}long`

export function rule(values: Partial<Rule>): Rule {
  return {
    id: 'new-own',
    name: 'New issue in our own code',
    when: 'new',
    environment: ['production'],
    origin: ['own', 'dependency', 'inline', 'unknown'],
    channels: [],
    enabled: true,
    fromFile: false,
    last: { at: AT, numbers: { issues: 2 }, reason: '2 new' },
    error: null,
    sent: [0, 1, 0, 2, 0, 0, 4],
    ...values,
  }
}

export function channel(values: Partial<Channel>): Channel {
  return {
    id: 'chat',
    name: '#shop-errors',
    kind: 'slack',
    target: 'hooks.slack.com/services/T02…',
    state: 'ok',
    fromFile: false,
    gatherSeconds: 30,
    pauseSeconds: 300,
    messagesPerHour: 20,
    heartbeatMinutes: 0,
    last: { at: AT, status: 'sent', detail: '200 in 182 ms' },
    waiting: 0,
    ...values,
  }
}

type Bodies = { path: string; body: Record<string, unknown> }[]

/** What the screen sends is in the answer. */
/** `created`: the answer to what is added or changed. */
export function answerWith({ replace }: Played, rules: Rule[], channels: Channel[], created = {}): Bodies {
  const bodies: Bodies = []
  const network = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const path = input as string
    if (init?.method && init.method !== 'GET')
      bodies.push({ path, body: JSON.parse((init.body as string | null) ?? '{}') as Record<string, unknown> })
    return network(input, init)
  }
  replace(/^\/api\/rules$/, () => Response.json({ rules }))
  replace(/^\/api\/releases/, () => Response.json({ releases: [], nextCursor: null }))
  replace(/^\/api\/searches/, () =>
    Response.json({ searches: [{ id: 's1', name: 'Safari', list: 'issues', search: 'q=browser%3Asafari' }] }),
  )
  replace(/^\/api\/service-settings$/, () => Response.json({ services: [], channels: [] }))
  replace(/^\/api\/channels$/, () => Response.json({ channels }))
  replace(/^(PATCH|POST) \/api\/(rules|channels)(\/[\w-]+)?$/, () => Response.json(created))
  replace(/^POST \/api\/rules\/preview/, () =>
    Response.json({ messages: [{ at: AT, issueIds: ['1'], numbers: {} }] }),
  )
  return bodies
}

export const form = (name: string) => page.getByRole('form', { name, exact: true })
export const bodyOf = (bodies: Bodies, path: string) => bodies.findLast((each) => each.path === path)?.body
