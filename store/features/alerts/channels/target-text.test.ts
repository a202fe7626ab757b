// Targets of channels: which are refused, and how they are shown.
import { expect, test } from 'vitest'
import type { ChannelKind } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { checkTarget, targetText } from './target-text.ts'

const SLACK = 'https://hooks.slack.com/services/T024BE7LD/B01ABC/XyZ123secret'
const DISCORD = 'https://discord.com/api/webhooks/123456/abc-DEF_secret'
const GOOGLE = 'https://chat.googleapis.com/v1/spaces/AAA/messages?key=secret1&token=secret2'
const TEAMS =
  'https://prod-12.westeurope.logic.azure.com:443/workflows/ab12/triggers/manual/paths/invoke?sig=secret'
const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
const KEY = `whsec_${Buffer.alloc(24).toString('base64')}`

test.each<[ChannelKind, string, string, string]>([
  ['slack', SLACK, '', 'hooks.slack.com/services/T02…'],
  ['slack', 'https://chat.example/hooks/secret', '', 'chat.example/hooks/…'],
  [
    'mattermost',
    'http://mattermost.internal:8065/hooks/secret',
    '',
    'http://mattermost.internal:8065/hooks/…',
  ],
  ['discord', DISCORD, '', 'discord.com/api/webhooks/123456/…'],
  [
    'teams',
    TEAMS,
    '',
    'prod-12.westeurope.logic.azure.com/workflows/ab12/triggers/manual/paths/invoke?sig=…',
  ],
  ['googlechat', GOOGLE, '', 'chat.googleapis.com/v1/spaces/AAA/messages?key=…&token=…'],
  ['telegram', '-1001234567890', TOKEN, '-1001234567890'],
  ['telegram', '@alerts', TOKEN, '@alerts'],
  ['telegram', 'https://bots.example/-100', TOKEN, 'bots.example/-100'],
  ['ntfy', 'https://ntfy.sh/shop', '', 'ntfy.sh/shop'],
  ['ntfy', 'https://push.example/ntfy/shop', 'tk_x', 'push.example/ntfy/shop'],
  ['pagerduty', '', 'R'.repeat(32), 'events.pagerduty.com/v2/enqueue'],
  [
    'pagerduty',
    'https://events.eu.pagerduty.com/v2/enqueue',
    'R'.repeat(32),
    'events.eu.pagerduty.com/v2/enqueue',
  ],
  ['webhook', 'https://ops.example/errata/?key=secret&b', KEY, 'ops.example/errata?key=…&b=…'],
  ['webhook', 'http://127.0.0.1:9000/', '', 'http://127.0.0.1:9000'],
  ['email', 'ann@shop.example,bob@shop.example', '', 'ann@shop.example, bob@shop.example'],
])('%s: %s is accepted, and shown without its secret part', (kind, target, secret, text) => {
  checkTarget(kind, target, secret, true)
  expect(targetText(kind, target)).toBe(text)
  expect(targetText(kind, target)).not.toContain('secret')
})

test.each<[ChannelKind, string, string, RegExp]>([
  ['webhook', 'ops.example/hook', '', /http or https URL/],
  ['webhook', 'ftp://ops.example/hook', '', /http or https URL/],
  ['webhook', 'https://ann:hunter2@ops.example', '', /user name or a password/],
  ['webhook', `https://ops.example/${'a'.repeat(2_000)}`, '', /2000 characters/],
  ['webhook', 'https://ops.example', 'hunter2', /whsec_/],
  ['webhook', 'https://ops.example', 'whsec_aHVudGVyMg==', /24 to 64 bytes/],
  ['slack', 'https://shop.slack.com/archives/C01', '', /hooks\.slack\.com\/services/],
  ['slack', 'http://hooks.slack.com/services/T0/B0/hunter2', '', /https:\/\/hooks\.slack\.com/],
  ['discord', 'https://discord.com/channels/1/2', '', /api\/webhooks/],
  ['teams', 'https://teams.microsoft.com/l/channel/19', '', /workflow/],
  ['googlechat', 'https://chat.google.com/room/AAA', '', /chat\.googleapis\.com/],
  ['googlechat', 'https://chat.googleapis.com/v1/spaces/AAA/messages?key=hunter2', '', /token=/],
  ['telegram', 'my group', TOKEN, /id of a chat/],
  ['telegram', '-100', '', /token of the bot/],
  ['telegram', '-100', 'hunter2', /token of the bot/],
  ['ntfy', 'https://ntfy.sh/', '', /topic/],
  ['ntfy', 'https://ntfy.sh/shop', 'hunter2\r\nX-Header: 1', /characters/],
  ['pagerduty', '', 'hunter2', /routing key/],
  ['pagerduty', 'https://pager.example/enqueue', '', /routing key/],
  ['email', '', '', /1 to 20 mail addresses/],
  ['email', Array.from({ length: 21 }, (_, at) => `a${at}@shop.example`).join(), '', /1 to 20/],
  ['email', 'ann@shop.example, bob', '', /"bob", which is no mail address/],
  ['email', 'ann@shop.example\r\nBcc: bob@shop.example', '', /no mail address/],
])('%s: %j is refused with a sentence', (kind, target, secret, text) => {
  const error = errorOf(() => checkTarget(kind, target, secret, true))
  expect(error).toBeInstanceOf(HttpError)
  expect([error.status, error.message]).toEqual([400, expect.stringMatching(/\.$/)])
  expect(error.message).toMatch(text)
  expect(error.message).not.toContain('hunter2')
})

test('mail needs SMTP_URL', () => {
  expect(() => checkTarget('email', 'ann@shop.example', '', false)).toThrow(/set SMTP_URL and MAIL_FROM/)
})

function errorOf(call: () => void): HttpError {
  try {
    call()
  } catch (error) {
    return error as HttpError
  }
  return expect.unreachable()
}
