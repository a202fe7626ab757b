// A message instead of data that is empty or could not be loaded.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import css from './empty.module.css'

type Props = {
  title: ReactNode
  /** The screen fills by itself when data arrives. */
  waiting?: boolean
  /** It is read aloud as an alert. */
  failed?: boolean
  children: ReactNode
  actions?: ReactNode
  details?: ReactNode
}

export function Empty({ title, waiting = false, failed = false, children, actions, details }: Props) {
  return (
    <div className={`${css.state} ${failed ? css.failed : ''}`} role={failed ? 'alert' : undefined}>
      <h2>
        {waiting && <Icon name="new" className="caret-wait" />}
        {failed && <Icon name="alert" />}
        {title}
      </h2>
      <p>{children}</p>
      {actions && <div className="controls">{actions}</div>}
      {details}
    </div>
  )
}
