// Makes an invite, and shows its link once. Both open in the section itself.
import { type SubmitEvent, useState } from 'react'
import type { InviteLink, NewInvite, Role } from '../../../../contract/people.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { Select } from '../../ui/select.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FieldGroup, FormInPlace } from './form-in-place.tsx'
import { ROLES } from './methods.ts'
import { Secret } from './section-head.tsx'
import { ServicesControl } from './services.tsx'
import css from './form.module.css'

const NOTE =
  'The link works once, and for 7 days. Whoever opens it chooses a name and a password, or logs in at your ' +
  'provider. Send it yourself: Errata sends no mail.'

type Props = {
  invite: (body: NewInvite) => Promise<InviteLink | undefined>
  onCreated: (link: InviteLink) => void
  onCancel: () => void
}

export function InviteForm({ invite, onCreated, onCancel }: Props) {
  const [role, setRole] = useState<Role>('write')
  const [services, setServices] = useState(['*'])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void invite({ role, services }).then((link) => link && onCreated(link))
  }
  return (
    <FormInPlace
      title="Invite one person"
      action="Make a link"
      onSubmit={submit}
      onCancel={onCancel}
      note={NOTE}
    >
      <FieldGroup label="Role">
        <Select label="Role" value={role} options={ROLES} onChange={(value) => setRole(value as Role)} />
      </FieldGroup>
      <FieldGroup label="Services">
        <ServicesControl label="Services" services={services} className={css.choice} onChange={setServices} />
      </FieldGroup>
    </FormInPlace>
  )
}

export function InviteToCopy({ link, onClose }: { link: InviteLink; onClose: () => void }) {
  const url = `${location.origin}${link.url}`
  const now = useNow()
  return (
    <div className={css.form} role="status">
      <h2>The link is made</h2>
      <Secret text={url} label="Copy the link">
        <button type="button" onClick={onClose}>
          I have copied it
        </button>
      </Secret>
      <p className={css.note}>
        It is not shown again. Send it to one person: it works once, until{' '}
        {formatShortDateTime(link.expires, now)}.
      </p>
    </div>
  )
}
