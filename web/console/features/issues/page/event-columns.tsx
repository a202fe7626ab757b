// The two columns of an event: stack trace and timeline, and beside them the facts.
import type { ReactNode } from 'react'
import sidebarCss from './issue-sidebar.module.css'
import css from './issue.module.css'

type Props = { label: string; sidebar: ReactNode; children: ReactNode }

/** `label`: of the sidebar. */
export function EventColumns({ label, sidebar, children }: Props) {
  return (
    <div className={`with-aside ${css.columns}`}>
      <div>{children}</div>
      <aside className={sidebarCss.sidebar} aria-label={label}>
        {sidebar}
      </aside>
    </div>
  )
}
