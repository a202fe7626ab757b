// What a channel is told, before it has the form of the channel. All texts may come from a page: no channel
// may read them as markup.
import type { RuleCondition } from '../../../../contract/alerts.ts'
import type { Issue } from '../../../../contract/issues.ts'

/** The member `type` of a webhook's body. */
export type MessageType =
  | 'issue.new'
  | 'issue.regressed'
  | 'issue.louder'
  | 'issue.events'
  | 'issue.users'
  | 'release.crash_free'
  | 'route.vital'
  | 'service.silent'
  | 'delivery.low'
  | 'feedback.new'
  | 'issue.mention'
  | 'issue.assigned'
  | 'summary'
  | 'heartbeat'
  | 'test'

/**
 * One change. `heading`: "New", "Back in 2026.11.3", "12 × louder than usual". `title`: "TypeError: x is
 * undefined", or "checkout-web 2026.11.3". `place`: "src/cart.ts:42 pay", or empty. `facts`: "1,284 events
 * and 312 users since 11:40". `reason`: why the rule matches, with numbers. `url`: its page in the console.
 * `ticket`: the address of the ticket of the issue, of http or https, at most 2,000 characters. `isOver`: the
 * condition is no longer true; only pagers are told.
 */
export type MessageChange = {
  /** `issue:` and an id, `release:…`, `route:…`, `service:…`, `feedback:…`: one thread or incident each. */
  subject: string
  when: RuleCondition
  heading: string
  title: string
  place: string
  service: string
  release: string
  environment: string
  facts: string
  reason: string
  rule: { id: string; name: string; numbers: Record<string, number> }
  url: string
  ticket: string | null
  /** Of the service, where nobody is assigned. */
  owners: string[]
  issue: Issue | null
  isOver: boolean
}

/**
 * `id`: the same in all attempts. `at`: RFC 3339, of the message. `title`: its first line, such as "14 new
 * issues since 2026.11.3". `changes`: at most five, the largest first. `others`: how many more there are,
 * as text: "9 more: 7 new, 2 back"; empty without. `url`: of the list in the console. `html`: of a mail that
 * is not made of the changes. Of a message without changes, `lead` is shown below its title instead of the
 * text, `issues` are in a webhook, and `subject` is its thread.
 */
export type Message = {
  id: string
  at: string
  type: MessageType
  title: string
  text: string
  changes: MessageChange[]
  others: string
  url: string
  html?: string
  lead?: string
  issues?: Issue[]
  subject?: string
}
