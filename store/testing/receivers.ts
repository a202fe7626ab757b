// Receivers of alerts on this machine, and the messages and channels that tests send to them.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { ChannelKind } from '../../contract/alerts.ts'
import type { Issue } from '../../contract/issues.ts'
import { readTargets } from '../../server/targets.ts'
import type { ChannelTarget } from '../features/alerts/channels/attempt.ts'
import type { SendOptions } from '../features/alerts/channels/send.ts'
import type { Message, MessageChange } from '../features/alerts/messages/message.ts'

export type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string }

type Respond = (response: ServerResponse, request: ReceivedRequest) => void

/** An HTTP server that records what it receives, until the test ends. */
export async function startReceiver(respond: Respond = (response) => void response.end('ok')) {
  const receiver = await openReceiver(respond)
  onTestFinished(receiver.close)
  return receiver
}

/** The same until it is closed. */
export async function openReceiver(respond: Respond) {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const entry = { path: request.url ?? '', headers: request.headers, body }
      received.push(entry)
      respond(response, entry)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, received, close }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

export type ReceivedMail = ParsedMail & { recipients: string[]; source: string }

/** An SMTP server without TLS that parses what it receives, until the test ends. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
        const source = Buffer.concat(chunks).toString()
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ ...(await simpleParser(source)), recipients, source })
        done()
      })()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}

/** Requests may reach this machine. */
export function sendOptions(more: Partial<SendOptions> & { smtp?: string } = {}): SendOptions {
  const { smtp = null, ...options } = more
  return {
    targets: readTargets('ALERT_TARGETS', ['127.0.0.1']),
    publicUrl: 'https://errata.shop.example',
    mail: {
      url: smtp,
      from: 'Errata <errata@shop.example>',
      unsubscribeUrl: (id, address) =>
        `https://errata.shop.example/api/channels/${id}/unsubscribe?address=${encodeURIComponent(address)}&key=k`,
      accepted: new Set(),
    },
    ...options,
  }
}

/** `url`: of a receiver. The rest of the target is as the service has it. */
export function channelTo(kind: ChannelKind, url: string, more: Partial<ChannelTarget> = {}): ChannelTarget {
  const targets: Partial<Record<ChannelKind, string>> = {
    googlechat: `${url}/v1/spaces/AAA/messages?key=k&token=t`,
    telegram: `${url}/-100123`,
    ntfy: `${url}/shop`,
    email: url,
  }
  const secrets: Partial<Record<ChannelKind, string>> = {
    webhook: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    telegram: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
    pagerduty: 'R'.repeat(32),
  }
  return {
    id: 'c1',
    name: 'ops',
    kind,
    target: targets[kind] ?? `${url}/hook`,
    secret: secrets[kind] ?? '',
    previousSecret: null,
    ...more,
  }
}

export function issueWith(more: Partial<Issue> = {}): Issue {
  return {
    id: 'b3f2',
    service: 'shop',
    type: 'TypeError',
    message: 'x is undefined',
    culprit: 'src/cart.ts · pay',
    status: 'new',
    changed: true,
    assignee: null,
    ticket: null,
    count: 1_284,
    users: 312,
    sessions: 320,
    firstSeen: '2026-11-20T11:40:00.000Z',
    lastSeen: '2026-11-20T14:30:00.000Z',
    releases: ['2026.11.3'],
    trend: [],
    latestDigest: '7K3M9QXP',
    ...more,
  }
}

export function changeWith(more: Partial<MessageChange> = {}): MessageChange {
  return {
    subject: 'issue:b3f2',
    when: 'new',
    heading: 'New',
    title: 'TypeError: x is undefined',
    place: 'src/cart.ts:42 pay',
    service: 'shop',
    release: '2026.11.3',
    environment: 'production',
    facts: '1,284 events and 312 users since 11:40',
    reason: 'first seen at 11:40, in our own code',
    rule: { id: 'r1', name: 'New issues', numbers: { events: 1_284 } },
    url: 'https://errata.shop.example/issues/b3f2',
    ticket: null,
    owners: [],
    issue: issueWith(),
    isOver: false,
    ...more,
  }
}

export function messageWith(more: Partial<Message> = {}): Message {
  return {
    id: 'm1',
    at: '2026-11-20T14:31:00.000Z',
    type: 'issue.new',
    title: 'New: TypeError: x is undefined',
    text: 'TypeError: x is undefined in shop 2026.11.3',
    changes: [changeWith()],
    others: '',
    url: 'https://errata.shop.example/issues?status=new',
    ...more,
  }
}
