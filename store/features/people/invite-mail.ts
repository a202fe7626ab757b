// The mail that has the link of an invite: text alone, which no client shows as anything else.
import type { Rights, Role } from '../../../contract/people.ts'
import { HttpError } from '../../../server/http-error.ts'
import { isMailAddress, oneLine } from '../../mail/text.ts'
import type { People } from './context.ts'

/** The console waits ten seconds for the link. */
const TOTAL_MS = 8_000

/** What a role adds to viewing. */
const ROLES: Record<Role, string> = {
  read: '',
  write: ', resolve and assign their issues, and change alerts',
  admin: ', change everything, and manage people and settings',
}

/** `path`: of the link. `by`: empty of an owner without a name. `expires`: RFC 3339. */
type InviteMail = Rights & { path: string; by: string; email: string; expires: string }

/** Null: the server took the mail; else why it did not. */
export async function mailInvite({ mail }: People, invite: InviteMail): Promise<string | null> {
  const { url, from, publicUrl } = mail
  if (url === null) return NO_MAIL
  const { path, by, email, role, services, expires } = invite
  const inviter = oneLine(by) || 'The owner of this installation'
  const until = expires.slice(0, 10)
  const what = services.includes('*') ? 'all services' : services.map(oneLine).join(', ')
  const text = `${inviter} invites you to Errata, ${publicUrl}.
You will see ${what}${ROLES[role]}.

Open this link and choose a password, or log in at your provider. It works once, until ${until}:
${publicUrl}${path}

If you do not expect this, ignore it: without the link nothing happens.
`
  // Few stores send mail: it is loaded when one does.
  const { sendText } = await import('../../mail/transport.ts')
  try {
    const subject = `${inviter} invites you to Errata`
    await sendText({ url, from, address: email, subject, text, totalMs: TOTAL_MS })
    return null
  } catch (error) {
    return oneLine((error as Error).message)
  }
}

const NO_MAIL = 'The store sends no mail: set SMTP_URL and MAIL_FROM.'

/** Throws 400 for what is no address, and where there is no mail. Null: none was sent. */
export function requireAddress({ mail }: People, email: string | undefined): string | null {
  if (email === undefined) return null
  if (mail.url === null) throw new HttpError(400, NO_MAIL)
  if (!isMailAddress(email)) throw new HttpError(400, 'email must be a mail address.')
  return email
}
