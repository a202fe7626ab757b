// The connection to the mail server, and mails of text alone.
import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '../../server/loopback.ts'

const CONNECT_MS = 5_000
/** Of one mail. */
export const TOTAL_MS = 15_000

/** `url`: SMTP_URL. Times in milliseconds. */
type Options = { url: string; connectMs?: number; totalMs?: number }

/** One connection for all mails of a message. The operator has set the server: any address is allowed. */
export function openTransport({ url, connectMs = CONNECT_MS, totalMs = TOTAL_MS }: Options) {
  const { hostname, searchParams } = new URL(url)
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: totalMs,
    // Nobody listens in between on the loopback. The library reads `?requireTLS=false` in the URL.
    ...(isLoopbackHost(hostname) && { tls: { rejectUnauthorized: false } }),
    ...(searchParams.has('requireTLS') ? {} : { requireTLS: !isLoopbackHost(hostname) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** `from`: a mailbox. `address`: of one person. */
type TextMail = {
  url: string
  from: string
  address: string
  subject: string
  text: string
  totalMs: number
}

/** Throws what the server answered. */
export async function sendText({ url, from, address, subject, text, totalMs }: TextMail): Promise<void> {
  const transport = openTransport({ url, totalMs })
  try {
    await transport.sendMail({
      from,
      to: { name: '', address },
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(totalMs),
    })
  } finally {
    transport.close()
  }
}
