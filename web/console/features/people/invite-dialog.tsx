// Makes an invite, and shows its link once.
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { InviteLink, NewInvite, Role } from '../../../../contract/people.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Select } from '../../ui/select.tsx'
import { ROLES } from './methods.ts'
import { parseServices } from './services.tsx'
import css from './people.module.css'

type Props = { invite: (body: NewInvite) => Promise<InviteLink | undefined>; onClose: () => void }

export function InviteDialog({ invite, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [role, setRole] = useState<Role>('read')
  const [services, setServices] = useState('')
  const [link, setLink] = useState<InviteLink>()
  useEffect(() => dialog.current?.showModal(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void invite({ role, services: parseServices(services) }).then(setLink)
  }
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>Invite one person</h2>
      {link ? (
        <LinkToCopy url={`${location.origin}${link.url}`} />
      ) : (
        <form id={`${id}-form`} onSubmit={submit}>
          <label>
            Role
            <Select label="Role" value={role} options={ROLES} onChange={(value) => setRole(value as Role)} />
          </label>
          <label>
            Services
            <input
              value={services}
              onChange={(event) => setServices(event.target.value)}
              placeholder="all, or shop-web, admin-*"
              autoComplete="off"
            />
          </label>
        </form>
      )}
      <footer>
        <button type="button" onClick={() => dialog.current?.close()}>
          {link ? 'Close' : 'Cancel'}
        </button>
        {!link && (
          <button type="submit" form={`${id}-form`} className="primary">
            Make a link
          </button>
        )}
      </footer>
    </dialog>
  )
}

function LinkToCopy({ url }: { url: string }) {
  return (
    <>
      <p>Send this link to one person. It works once, within seven days, and is not shown again.</p>
      <p className={css.secret}>
        <code>{url}</code>
        <CopyButton text={url} label="Copy the link" caption="Copy" />
      </p>
    </>
  )
}
