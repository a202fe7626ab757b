// Settings: the account, people, tokens and the audit log, each as a section.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Me } from '../../../../contract/people.ts'
import { Screen } from '../../app/screen.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { AccountSection } from './account-section.tsx'
import { AuditSection } from './audit-section.tsx'
import { meQuery, peopleQuery, tokensQuery } from './people-query.ts'
import { PeopleSection } from './people-section.tsx'
import type { Section } from './screen.ts'
import { TokenSection } from './token-section.tsx'
import css from './people.module.css'

const route = getRouteApi('/settings')

const TITLES: Record<Section, string> = {
  account: 'Account, sessions',
  people: 'People',
  tokens: 'API tokens',
  audit: 'Audit log',
}

export function SettingsScreen() {
  const query = useQuery(meQuery())
  const { section = query.data?.role === 'admin' ? 'people' : 'account' } = route.useSearch()
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

function SectionOf({ section, me }: { section: Section; me: Me }): ReactNode {
  switch (section) {
    case 'account':
      return <AccountSection me={me} />
    case 'people':
      return <PeopleSection me={me} />
    case 'tokens':
      return <TokenSection me={me} />
    case 'audit':
      return <AuditSection />
  }
}

function Navigation({ current, me }: { current: Section; me: Me | undefined }) {
  const isAdmin = me?.role === 'admin'
  const { data: people } = useQuery({ ...peopleQuery(), enabled: isAdmin })
  const { data: tokens } = useQuery(tokensQuery())
  const entry = (section: Section, count?: number) => (
    <li>
      <Link
        to="/settings"
        search={{ section }}
        className={css.entry}
        aria-current={section === current ? 'page' : undefined}
      >
        {TITLES[section]}
        {count !== undefined && <small className="push">{count}</small>}
      </Link>
    </li>
  )
  return (
    <nav aria-label="Settings" className={css.navigation}>
      <h2>You</h2>
      <ul>
        {entry('account')}
        {!isAdmin && entry('tokens', tokens?.tokens.length)}
      </ul>
      {isAdmin && (
        <>
          <h2>This installation</h2>
          <ul>
            {entry('people', people?.people.length)}
            {entry('tokens', tokens?.tokens.length)}
            {entry('audit')}
          </ul>
        </>
      )}
    </nav>
  )
}
