// Settings: a navigation, and the section that it has opened.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Me } from '../../../../contract/people.ts'
import { Screen } from '../../app/screen.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { meQuery } from '../people/index.ts'
import { SECTIONS, type Section } from './sections.ts'
import css from './settings.module.css'

const route = getRouteApi('/settings')

const GROUPS = { you: 'You', installation: 'This installation' }

export function SettingsScreen() {
  const query = useQuery(meQuery())
  const { section = query.data && isAdmin(query.data) ? 'people' : 'account' } = route.useSearch()
  return (
    <Screen>
      <div className={css.layout}>
        <Navigation current={section} me={query.data} />
        <div className={css.section}>
          <QueryState query={query} label="settings" />
          {query.data && <SectionOf section={section} me={query.data} />}
        </div>
      </div>
    </Screen>
  )
}

function SectionOf({ section, me }: { section: Section; me: Me }) {
  const { component: Content, isForAdmins } = SECTIONS[section]
  if (isForAdmins && !isAdmin(me))
    return <p className="faint">Only an admin of all services may open this section.</p>
  return (
    <Suspense fallback={<p className="faint">Loading …</p>}>
      <Content me={me} />
    </Suspense>
  )
}

function Navigation({ current, me }: { current: Section; me: Me | undefined }) {
  const isVisible = (section: Section) => me && (!SECTIONS[section].isForAdmins || isAdmin(me))
  const sections = (Object.keys(SECTIONS) as Section[]).filter(isVisible)
  return (
    <nav aria-label="Settings" className={css.navigation}>
      {Object.entries(GROUPS).map(([group, title]) => (
        <section key={group}>
          <h2>{title}</h2>
          <ul>
            {sections
              .filter((section) => SECTIONS[section].group === group)
              .map((section) => (
                <li key={section}>
                  <Link
                    to="/settings"
                    search={{ section }}
                    className={css.entry}
                    aria-current={section === current ? 'page' : undefined}
                  >
                    {SECTIONS[section].label}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function isAdmin({ rights }: Me): boolean {
  return rights.some(({ role, services }) => role === 'admin' && services.includes('*'))
}
