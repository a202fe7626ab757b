// The header that every screen has, except the login.
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { issueCountsQuery } from '../features/issues/issue-query.ts'
import { DESTINATIONS, type Destination, isWithin } from './destinations.ts'
import { formatCount } from '../format/format-number.ts'
import { LiveProvider, usePolling } from './live.tsx'
import { nextTheme, readTheme, saveTheme } from './theme.ts'
import { HealthStatus } from './health-status.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { QuickOpen } from '../search/quick-open.tsx'
import { KeyCaps } from '../ui/key-caps.tsx'
import { optionalPart } from '../ui/optional-part.tsx'
import { StoreProblems } from './store-problems.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { Wordmark } from './wordmark.tsx'

/** Not in the code that the first screen waits for. Without it, a drop does what the browser does. */
const IncidentDrop = optionalPart(() =>
  import('../features/incident/incident-drop.tsx').then((module) => module.IncidentDrop),
)

export function Layout() {
  const { pathname } = useLocation()
  if (pathname === '/login') return <Outlet />
  return (
    <LiveProvider>
      <ToastProvider>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header>
          <Link to="/" aria-label="Errata, home">
            <Wordmark />
          </Link>
          <nav aria-label="Main">
            {DESTINATIONS.filter(({ to }) => to !== '/lookup').map((item) => (
              <NavLink key={item.to} item={item} pathname={pathname} />
            ))}
            <MoreMenu pathname={pathname} />
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
      </ToastProvider>
    </LiveProvider>
  )
}

function NavLink({ item: { to, label, isSecondary }, pathname }: { item: Destination; pathname: string }) {
  return (
    <Link
      to={to}
      className={isSecondary && 'secondary'}
      aria-current={isWithin(to, pathname) ? 'page' : undefined}
    >
      {label} {to === '/' && <OpenIssues />}
    </Link>
  )
}

/** What a narrow header has no room for. It has the name of the page that is shown. */
function MoreMenu({ pathname }: { pathname: string }) {
  const items = DESTINATIONS.filter(({ isSecondary }) => isSecondary)
  const current = items.find(({ to }) => isWithin(to, pathname))
  return (
    <>
      <button
        type="button"
        className="more-screens"
        popoverTarget="more-screens"
        aria-current={current ? 'page' : undefined}
      >
        {current?.label ?? 'More'} <Icon name="down" small />
      </button>
      <menu id="more-screens" popover="auto">
        {items.map(({ to, label, keys }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === current?.to ? 'page' : undefined}
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
