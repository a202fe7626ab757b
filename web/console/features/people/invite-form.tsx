// Makes an invite, and shows its link once. Both open in the section itself.
import { type SubmitEvent, useState } from 'react'
import type { InviteLink, NewInvite, Role } from '../../../../contract/people.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FieldGroup, FormInPlace } from './form-in-place.tsx'
import { ROLES } from './methods.ts'
import { Secret } from './section-head.tsx'
import { ServicesControl } from './services.tsx'
import css from './form.module.css'

const NOTE =
  'The link works once, and for 7 days. Whoever opens it chooses a name and a password, or logs in at your ' +
  'provider. '
const NO_MAIL = 'Send it yourself: without SMTP_URL, Errata sends no mail.'
const MAIL = 'Without an e-mail address it is shown to be copied, and not sent.'

/** `canMail`: the store has a mail server. */
type Props = {
  canMail: boolean
  invite: (body: NewInvite) => Promise<InviteLink | undefined>
  onCreated: (link: InviteLink, email: string) => void
  onCancel: () => void
}

export function InviteForm({ canMail, invite, onCreated, onCancel }: Props) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('write')
  const [services, setServices] = useState(['*'])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const body = { role, services, ...(email !== '' && { email }) }
    void invite(body).then((link) => link && onCreated(link, email))
  }
  return (
    <FormInPlace
      title="Invite one person"
      action={email === '' ? 'Make a link' : 'Send the invite'}
      onSubmit={submit}
      onCancel={onCancel}
      note={`${NOTE}${canMail ? MAIL : NO_MAIL}`}
    >
      {canMail && (
        <label className={`${css.field} ${css.grow}`}>
          <span>E-mail, if it is to be sent</span>
          <input
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value.trim())}
            maxLength={254}
            autoComplete="off"
          />
        </label>
      )}
      <FieldGroup label="Role">
        <Select label="Role" value={role} options={ROLES} onChange={(value) => setRole(value as Role)} />
      </FieldGroup>
      <FieldGroup label="Services">
        <ServicesControl label="Services" services={services} className={css.choice} onChange={setServices} />
      </FieldGroup>
    </FormInPlace>
  )
}

type ToCopyProps = { link: InviteLink; email: string; onClose: () => void }

/** `email`: where it was sent; empty: nowhere. */
export function InviteToCopy({ link, email, onClose }: ToCopyProps) {
  const url = `${location.origin}${link.url}`
  const now = useNow()
  return (
    <div className={css.form} role="status">
      <h2>
        {email === '' || link.mailProblem !== null ? 'The link is made' : `The link is sent to ${email}`}
      </h2>
      {link.mailProblem !== null && (
        <p className="severity" data-severity="error">
          <Icon name="alert" small />
          <span>
            The mail was not sent: <UntrustedText text={link.mailProblem} />
          </span>
        </p>
      )}
      <Secret text={url} label="Copy the link">
        <button type="button" onClick={onClose}>
          I have copied it
        </button>
      </Secret>
      <p className={css.note}>
        It is not shown again. {(email === '' || link.mailProblem !== null) && 'Send it to one person. '}It
        works once, until {formatShortDateTime(link.expires, now)}.
      </p>
    </div>
  )
}
