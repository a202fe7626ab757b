// The page of somebody without a session: a column without the header of the console.
import type { ReactNode } from 'react'
import { Wordmark } from '../../app/wordmark.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import css from './login.module.css'

/** `title`: of the page too. */
type Props = { title: string; icon?: IconName; lead?: ReactNode; children?: ReactNode }

export function Welcome({ title, icon, lead, children }: Props) {
  return (
    <>
      <title>{`${title} · Errata`}</title>
      <main id="main" className={css.welcome}>
        <Wordmark width={84} />
        <div>
          <h1>
            {icon && <Icon name={icon} />}
            {title}
          </h1>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {children}
      </main>
    </>
  )
}

/** `error`: in one sentence. */
export function LoginError({ id, error }: { id: string; error: string }) {
  if (error === '') return null
  return (
    <p id={id} className={`severity ${css.error}`} data-severity="error" role="alert">
      <Icon name="alert" small />
      {error}
    </p>
  )
}
