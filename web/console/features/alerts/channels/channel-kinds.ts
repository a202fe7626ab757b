// What each kind of channel needs: the words of its form. `help` says where to get the address.
import type { ChannelKind } from '../../../../../contract/alerts.ts'
import type { IconName } from '../../../ui/icon.tsx'

/** `example`: of the target. `secret`: the label of the field, where there is one. */
export type KindWords = {
  label: string
  icon: IconName
  target: string
  example: string
  help: string
  secret?: string
  secretHelp?: string
  needsSecret?: boolean
  needsTarget?: boolean
}

export const KINDS: Record<ChannelKind, KindWords> = {
  slack: {
    label: 'Slack',
    icon: 'chat',
    target: 'Webhook URL',
    example: 'https://hooks.slack.com/services/T…/B…/…',
    help:
      'At api.slack.com/apps: create an app, activate “Incoming Webhooks”, add one to a ' +
      'channel and copy its URL.',
  },
  mattermost: {
    label: 'Mattermost',
    icon: 'chat',
    target: 'Webhook URL',
    example: 'https://mattermost.example/hooks/…',
    help: 'In Mattermost: Integrations, “Incoming Webhooks”, “Add Incoming Webhook”, then copy its URL.',
  },
  discord: {
    label: 'Discord',
    icon: 'chat',
    target: 'Webhook URL',
    example: 'https://discord.com/api/webhooks/…/…',
    help: 'In the settings of the channel: Integrations, Webhooks, “New Webhook”, “Copy Webhook URL”.',
  },
  teams: {
    label: 'Microsoft Teams',
    icon: 'chat',
    target: 'URL of the workflow',
    example: 'https://….api.powerplatform.com/…',
    help:
      'In the menu of the Teams channel: Workflows, “Post to a channel when a webhook ' +
      'request is received”, then copy its URL.',
  },
  googlechat: {
    label: 'Google Chat',
    icon: 'chat',
    target: 'Webhook URL',
    example: 'https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…',
    help: 'In the menu of the space: “Apps & integrations”, Webhooks, then copy the URL of a new one.',
  },
  telegram: {
    label: 'Telegram',
    icon: 'send',
    target: 'Chat',
    example: '-1001234567890 or @name',
    help: 'Add your bot to the chat; the id of the chat is in the answer of getUpdates of the Bot API.',
    secret: 'Token of the bot',
    secretHelp: 'From @BotFather, such as 110201543:AAHdq….',
    needsSecret: true,
  },
  email: {
    label: 'E-mail',
    icon: 'mail',
    target: 'Addresses',
    example: 'lena@shop.example, ops@shop.example',
    help: 'Up to 20 addresses, separated by commas. The store needs SMTP_URL and MAIL_FROM.',
  },
  ntfy: {
    label: 'ntfy',
    icon: 'phone',
    target: 'URL of the topic',
    example: 'https://ntfy.sh/my-topic',
    help: 'The address of an ntfy server and a topic that your phone subscribes to.',
    secret: 'Access token',
    secretHelp: 'Only where the topic is protected.',
  },
  pagerduty: {
    label: 'PagerDuty',
    icon: 'phone',
    target: 'Events API',
    example: 'https://events.pagerduty.com/v2/enqueue',
    help: 'Leave it empty, except for a European account: https://events.eu.pagerduty.com/v2/enqueue.',
    needsTarget: false,
    secret: 'Integration key',
    secretHelp: 'In the PagerDuty service: Integrations, “Events API V2”.',
    needsSecret: true,
  },
  webhook: {
    label: 'Webhook',
    icon: 'net',
    target: 'URL',
    example: 'https://ops.example/errata',
    help: 'An address of yours that accepts POST requests, signed as Standard Webhooks describes.',
    secret: 'Key of the signature',
    secretHelp: 'Leave it empty: Errata makes one and shows it once.',
  },
}

export const KIND_LABELS = Object.fromEntries(Object.entries(KINDS).map(([kind, { label }]) => [kind, label]))
