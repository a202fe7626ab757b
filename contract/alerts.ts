// The answers of `/api/channels`, `/api/rules` and `/api/deliveries`. Types only.

export type ChannelKind =
  | 'webhook'
  | 'slack'
  | 'mattermost'
  | 'discord'
  | 'teams'
  | 'googlechat'
  | 'telegram'
  | 'email'
  | 'ntfy'
  | 'pagerduty'

/**
 * How often a channel may send. `gatherSeconds`: after the first change, until its message is made.
 * `pauseSeconds`: between two messages. `messagesPerHour`: then one message says until when the channel
 * pauses.
 */
export type ChannelLimits = { gatherSeconds: number; pauseSeconds: number; messagesPerHour: number }

/** `at`: of the attempt. `detail`: such as "200 in 182 ms". */
export type LastDelivery = { at: string; status: DeliveryStatus; detail: string }

/**
 * `target`: without its secret part. `state`: `failing` after a final refusal or 24 hours without success;
 * `off` after the answer 410. `waiting`: changes that it has not been told. `heartbeatMinutes`: a webhook
 * receives a message of the type `heartbeat` so often while rules are evaluated; 0: never.
 */
export type Channel = ChannelLimits & {
  id: string
  name: string
  kind: ChannelKind
  target: string
  state: 'ok' | 'failing' | 'off'
  fromFile: boolean
  heartbeatMinutes: number
  last: LastDelivery | null
  waiting: number
}

export type ChannelsAnswer = { channels: Channel[] }

/**
 * `target`: a URL, of `email` addresses separated by commas. `secret`: of `webhook` the key of the signature
 * (`whsec_…`; without it the store makes one), of `telegram` and `ntfy` a token, of `pagerduty` the routing
 * key. `rules`: ids of rules that send to it from now on; without it, the rules that have no channel.
 */
export type NewChannel = {
  name: string
  kind: ChannelKind
  target: string
  secret?: string
  rules?: string[]
  heartbeatMinutes?: number
  gatherSeconds?: number
  pauseSeconds?: number
  messagesPerHour?: number
}

/** A new secret of a webhook: both sign for 24 hours. `state`: `ok` sends again. */
export type ChannelChange = {
  name?: string
  target?: string
  secret?: string
  state?: 'ok'
  heartbeatMinutes?: number
  gatherSeconds?: number
  pauseSeconds?: number
  messagesPerHour?: number
}

/** `secret`: of a webhook whose secret the store made. It is not shown again. */
export type CreatedChannel = Channel & { secret?: string }

/** `detail`: what the receiver answered, or why nothing was sent. */
export type ChannelTest = { delivered: boolean; detail: string }

/** A channel that somebody may choose for themselves. */
export type ChannelChoice = { id: string; name: string; kind: ChannelKind }

/**
 * The channel that tells the caller of mentions and assignments; null: none. `choices`: without pagers. Of
 * somebody who may view some services, the channels of rules about these alone.
 */
export type MyChannel = { channel: string | null; choices: ChannelChoice[] }

/** `channel`: an id of the choices; null: no messages. */
export type MyChannelChange = { channel: string | null }

export type RuleCondition =
  | 'new'
  | 'regressed'
  | 'louder'
  | 'events'
  | 'users'
  | 'crashFree'
  | 'vital'
  | 'silence'
  | 'delivery'
  | 'feedback'

/** `numbers`: what was compared, such as `{ events: 412, usual: 30 }`. */
export type RuleEvaluation = { at: string; numbers: Record<string, number>; reason: string }

/**
 * What a rule compares with. `events`, `users`: `count` in `minutes`. `crashFree`: `percent`, `sessions`,
 * `points` below the release before. `vital`: `name`, `above`, `route`. `silence`: `factor`, `minutes`.
 * `delivery`: `percent`. `louder`: `factor`, `count`.
 */
export type RuleThreshold = Record<string, number | string>

/**
 * `environment`: the name `production` stands for all but dev, test, staging, preview and local ones, and
 * pages of a loopback host. `origin`: as `origin:` in a search. `search`: the id of a saved search.
 * `last`: null before its first evaluation. `error`: why the last one failed. `sent`: messages of the last
 * 7 days, by day, the oldest first.
 */
export type Rule = {
  id: string
  name: string
  when: RuleCondition
  threshold?: RuleThreshold
  service?: string[]
  environment?: string[]
  release?: string[]
  origin?: string[]
  search?: string
  channels: string[]
  quietAfterDeployMinutes?: number
  enabled: boolean
  fromFile: boolean
  last: RuleEvaluation | null
  error: string | null
  sent: number[]
}

export type RulesAnswer = { rules: Rule[] }

export type NewRule = {
  name: string
  when: RuleCondition
  threshold?: RuleThreshold
  service?: string[]
  environment?: string[]
  release?: string[]
  origin?: string[]
  search?: string
  channels?: string[]
  quietAfterDeployMinutes?: number
  enabled?: boolean
}

/** Members that are missing stay as they are; null removes one. */
export type RuleChange = {
  name?: string
  when?: RuleCondition
  threshold?: RuleThreshold | null
  service?: string[] | null
  environment?: string[] | null
  release?: string[] | null
  origin?: string[] | null
  search?: string | null
  channels?: string[]
  quietAfterDeployMinutes?: number | null
  enabled?: boolean
}

/** A channel of the file. `name`: its key in the file where it is missing. */
export type FileChannel = {
  name?: string
  kind: ChannelKind
  target?: string
  secret?: string
  heartbeatMinutes?: number
  gatherSeconds?: number
  pauseSeconds?: number
  messagesPerHour?: number
}

/**
 * The file `alerts.json`: channels and rules by their ids. The ids `new`, `regressed`, `louder`, `crash-free`
 * and `silence` are the default rules, of which it changes members. `${NAME}` in a target or a secret is the
 * variable of that name. `digest`: with the defaults of what is missing. Then people cannot change it.
 */
export type AlertsFile = {
  channels?: Record<string, FileChannel>
  rules?: Record<string, RuleChange>
  digest?: DigestChange
}

/**
 * The digest: each week at an hour of a zone, and of a release when it is 24 hours old. `weekday`: 1 is
 * Monday. `zone`: such as `Europe/Vienna`. Without a channel it is not sent.
 */
export type DigestSettings = {
  channels: string[]
  weekday: number
  hour: number
  zone: string
  weekly: boolean
  releases: boolean
  fromFile: boolean
}

/** Members that are missing stay as they are. */
export type DigestChange = {
  channels?: string[]
  weekday?: number
  hour?: number
  zone?: string
  weekly?: boolean
  releases?: boolean
}

/** What a rule would have sent in the last 7 days, the oldest first. */
export type RulePreview = {
  messages: { at: string; issueIds: string[]; numbers: Record<string, number> }[]
}

/** `withheld`: its channel pauses, and sends a summary then. */
export type DeliveryStatus = 'waiting' | 'sent' | 'failed' | 'withheld'

/**
 * The first ones may have no message yet: their changes are gathered, or their channel pauses.
 * `channel`, `rule`: ids. `rule`: of the first change of the message. `title`: its first line. `next`: of a
 * waiting one. `detail`: the last answer.
 */
export type AlertDelivery = {
  id: string
  at: string
  channel: string
  rule: string
  title: string
  issueIds: string[]
  status: DeliveryStatus
  attempts: number
  next: string | null
  detail: string
}

export type DeliveriesAnswer = { deliveries: AlertDelivery[]; nextCursor: string | null }
