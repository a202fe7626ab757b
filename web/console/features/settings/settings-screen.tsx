// Settings: a navigation, and the section that it has opened.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Me } from '../../../../contract/people.ts'
import { Screen } from '../../app/screen.tsx'
import type { Shortcut } from '../../app/shortcuts.ts'
import { ALL_SERVICES, meQuery, rightsTest } from '../../http/access.ts'
import { QueryState } from '../../http/query-state.tsx'
import { NEW_ID, usePeopleCounts } from '../people/index.ts'
import { SECTIONS, type Section } from './sections.ts'
import css from './settings.module.css'

const route = getRouteApi('/settings')

const ALL = Object.keys(SECTIONS) as Section[]
/** Those with a button that makes something. */
const WITH_NEW = new Set<Section>(['people', 'tokens'])
const GROUPS = { you: 'You', installation: 'This installation' }

export function SettingsScreen() {
  const query = useQuery(meQuery())
  const me = query.data
  const name = route.useSearch().section
  const section = ALL.find((each) => each === name) ?? (me && isAdmin(me) ? 'people' : 'account')
  const sections = ALL.filter((each) => isVisible(each, me))
  const title = me && SECTIONS[section].label
  return (
    <Screen {...(title && { title })} shortcuts={useSettingsShortcuts(sections, section)}>
      <div className={css.layout}>
        <Navigation current={section} me={me} sections={sections} />
        <div>
          {me ? (
            <SectionOf section={section} me={me} />
          ) : (
            <>
              <h1 className="visually-hidden">Settings</h1>
              <QueryState query={query} label="settings" />
            </>
          )}
        </div>
      </div>
    </Screen>
  )
}

/** Of the keys, `n` presses the button that makes something new, where the section has one. */
function useSettingsShortcuts(sections: Section[], current: Section): Shortcut[] {
  const navigate = route.useNavigate()
  const move = (by: number) => {
    const next = sections.at((sections.indexOf(current) + by) % sections.length)
    if (next !== undefined) void navigate({ search: { section: next } })
  }
  return [
    { keys: ']', label: 'next section', run: () => move(1) },
    { keys: '[', label: 'previous section', run: () => move(-1) },
    ...(WITH_NEW.has(current)
      ? [{ keys: 'n', label: 'new', run: () => document.getElementById(NEW_ID)?.click() }]
      : []),
  ]
}

function SectionOf({ section, me }: { section: Section; me: Me }) {
  const { component: Content, label } = SECTIONS[section]
  if (!isVisible(section, me))
    return (
      <>
        <h1>{label}</h1>
        <p className="faint">Only an admin of all services may open this section.</p>
      </>
    )
  return (
    <Suspense fallback={<h1 aria-busy="true">{label}</h1>}>
      <Content me={me} />
    </Suspense>
  )
}

type NavigationProps = { current: Section; me: Me | undefined; sections: Section[] }

function Navigation({ current, me, sections }: NavigationProps) {
  const counts: Partial<Record<Section, number>> = usePeopleCounts(me !== undefined && isAdmin(me))
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
                    ref={section === current ? keepVisible : undefined}
                  >
                    {SECTIONS[section].label} <small>{counts[section]}</small>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** On a narrow screen the entries are a row that scrolls, and that becomes wider when the counts arrive. */
function keepVisible(entry: HTMLElement | null): (() => void) | undefined {
  const row = entry?.closest('nav')
  if (!entry || !row) return undefined
  const observer = new ResizeObserver(() =>
    row.scrollTo({ left: entry.offsetLeft - (row.clientWidth - entry.offsetWidth) / 2 }),
  )
  for (const list of row.querySelectorAll('ul')) observer.observe(list)
  return () => observer.disconnect()
}

function isVisible(section: Section, me: Me | undefined): boolean {
  return me !== undefined && (!SECTIONS[section].isForAdmins || isAdmin(me))
}

function isAdmin(me: Me): boolean {
  return rightsTest(me, 'admin')(ALL_SERVICES)
}
