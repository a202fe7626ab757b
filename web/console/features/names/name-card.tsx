// Asks the owner once how to be called, after their first change. It takes no focus: keys go on working.
import { useQuery } from '@tanstack/react-query'
import { NameForm } from './name-form.tsx'
import { endNameRequest, useNameRequest } from './name-request.ts'
import css from './names.module.css'
import { hasNoName } from './names-query.ts'
import { meQuery } from '../../http/access.ts'

export function NameCard() {
  const isRequested = useNameRequest() === 'open'
  const me = useQuery({ ...meQuery(), enabled: isRequested }).data
  if (!isRequested || !me || !hasNoName(me)) return null
  return (
    <aside className={css.card} aria-label="Your name">
      <p>What should we call you? Your changes and notes have no name yet.</p>
      <NameForm onSaved={endNameRequest} />
      <button type="button" className="quiet" onClick={endNameRequest}>
        Not now
      </button>
    </aside>
  )
}
