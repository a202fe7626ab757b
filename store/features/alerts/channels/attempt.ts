// What a channel needs to send, and the result of an attempt.
import type { ChannelKind } from '../../../../contract/alerts.ts'

/**
 * `target`: a URL with its secret part, or mail addresses separated by commas. `secret`: of `webhook` the key
 * `whsec_…`, of `telegram` the token of the bot, of `ntfy` an access token, of `pagerduty` the routing key;
 * else empty. `previousSecret`: signs as well, until an instant in milliseconds.
 */
export type ChannelTarget = {
  id: string
  name: string
  kind: ChannelKind
  target: string
  secret: string
  previousSecret: { secret: string; until: number } | null
}

/**
 * `retry`: later, not before `afterMs`. `refused`: the same request will be refused again. `gone`: answered
 * 410; the channel is switched off. `detail`: such as "200 in 182 ms", at most 2,000 characters of an answer.
 */
export type Attempt = {
  outcome: 'sent' | 'retry' | 'refused' | 'gone'
  detail: string
  afterMs: number | null
}
