// The header that every screen has, except the login and an invite.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { issueCountsQuery } from '../features/issues/issue-query.ts'
import { statusQuery } from '../features/status/status-query.ts'
import { isWithin, type MenuItem, useMenu } from './menu.ts'
import { formatCount } from '../format/format-number.ts'
import { LiveProvider, usePolling } from './live.tsx'
import { nextTheme, readTheme, saveTheme } from './theme.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { servicesQuery } from '../search/option-queries.ts'
import { ServiceNamesContext } from '../ui/service-names.ts'
import { QuickOpen } from './quick-open.tsx'
import { KeyCaps } from '../ui/key-caps.tsx'
import { laterPart } from '../ui/optional-part.tsx'
import { endFirstScreen } from '../ui/first-screen.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { Wordmark } from './wordmark.tsx'

/** It shows what two requests answer. */
const HealthStatus = laterPart(() => import('./health-status.tsx').then((module) => module.HealthStatus))
/** Without it, a drop does what the browser does. */
const IncidentDrop = laterPart(() =>
  import('../features/incident/incident-drop.tsx').then((module) => module.IncidentDrop),
)

const NameCard = laterPart(() => import('../features/names/name-card.tsx').then((module) => module.NameCard))

/** Screens for whoever has no session: they request nothing of the API. */
const WITHOUT_SESSION = new Set(['/login', '/invite'])
/** Its menu entry has the number of open issues. */
const ISSUES: string = '/'

export function Layout() {
  const { pathname } = useLocation()
  const menu = useMenu()
  useEndOfFirstScreen()
  if (WITHOUT_SESSION.has(pathname)) return <Outlet />
  return (
    <Providers>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header>
        <Link to="/" aria-label="Errata, home">
          <Wordmark />
        </Link>
        <nav aria-label="Main">
          {menu.map(
            (item) => item.header !== 'never' && <NavLink key={item.path} item={item} pathname={pathname} />,
          )}
          <MoreMenu items={menu.filter(({ header }) => header !== 'always')} pathname={pathname} />
        </nav>
        <div className="tools">
          <HealthStatus />
          <QuickOpen />
          <ThemeButton />
        </div>
      </header>
      <StoreProblems />
      <IncidentDrop />
      <Outlet />
      <NameCard />
    </Providers>
  )
}

/** A store that is slow must not keep the rest of the screen away. */
const MAX_WAIT_MS = 2_000

/** Its effect runs after the effects of the screen, which start the requests. */
function useEndOfFirstScreen(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const timer = setTimeout(endFirstScreen, MAX_WAIT_MS)
    const check = () => {
      if (client.isFetching() > 0) return
      stop.abort()
      // After the frame that paints the answers.
      requestAnimationFrame(() => setTimeout(endFirstScreen))
    }
    signal.addEventListener('abort', client.getQueryCache().subscribe(check))
    signal.addEventListener('abort', () => clearTimeout(timer))
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, endFirstScreen, { signal })
    check()
    return () => stop.abort()
  }, [client])
}

/** What parts without knowledge of the API need from it. */
function Providers({ children }: { children: ReactNode }) {
  const services = useQuery(servicesQuery()).data?.services
  const names = useMemo(() => (services ?? []).map(({ name }) => name), [services])
  return (
    <LiveProvider>
      <ServiceNamesContext value={names}>
        <ToastProvider>{children}</ToastProvider>
      </ServiceNamesContext>
    </LiveProvider>
  )
}

function NavLink({ item, pathname }: { item: MenuItem; pathname: string }) {
  const { path, label, header } = item
  return (
    <Link
      to={path}
      className={header === 'wide' ? 'secondary' : undefined}
      aria-current={isWithin(item, pathname) ? 'page' : undefined}
    >
      {label} {path === ISSUES && <OpenIssues />}
    </Link>
  )
}

/** The screens that the header has no space for. Its button names the current one. */
function MoreMenu({ items, pathname }: { items: MenuItem[]; pathname: string }) {
  const current = items.find((item) => isWithin(item, pathname))
  return (
    <>
      <button
        type="button"
        className={`more-screens ${current?.header ?? ''}`}
        popoverTarget="more-screens"
        aria-current={current ? 'page' : undefined}
      >
        {current && <span className="wide-only">{current.label}</span>}
        <span className={current && 'narrow-only'}>More</span> <Icon name="down" small />
      </button>
      <menu id="more-screens" popover="auto">
        {items.map(({ path, label, keys, header }) => (
          <li key={path} className={header}>
            <Link
              to={path}
              aria-current={path === current?.path ? 'page' : undefined}
              onClick={() => document.querySelector<HTMLElement>('#more-screens')?.hidePopover()}
            >
              {label} {keys && <KeyCaps keys={keys} />}
            </Link>
          </li>
        ))}
      </menu>
    </>
  )
}

function OpenIssues() {
  const { data } = useQuery({ ...issueCountsQuery(), refetchInterval: usePolling() })
  if (!data) return null
  const { counts } = data
  return <small>{formatCount(counts.new + counts.regressed + counts.ongoing)}</small>
}

/** More would push the screen away; the API has all of them. */
const MAX_PROBLEMS = 3

/** Problems with the disk or the data of the store, below the header. The health status polls them. */
function StoreProblems() {
  const problems = useQuery(statusQuery()).data?.problems ?? []
  const others = problems.length - MAX_PROBLEMS
  return problems.length === 0 ? null : (
    <div role="alert">
      <ul className="notice store-problems" data-severity="warn">
        {problems.slice(0, MAX_PROBLEMS).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {others > 0 && <li>And {others} more: see /api/status.</li>}
      </ul>
    </div>
  )
}

function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const next = nextTheme(theme)
  const change = () => {
    saveTheme(next)
    setTheme(next)
  }
  return (
    <IconButton
      className="quiet"
      icon="theme"
      label={`Theme: ${theme}. Switch to ${next}`}
      onClick={change}
    />
  )
}
