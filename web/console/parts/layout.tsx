// The header that every screen has, except the login.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { issuesQuery } from '../api/issues.ts'
import { formatCount } from '../format-number.ts'
import { LiveProvider, usePolling } from '../live.tsx'
import { nextTheme, readTheme, saveTheme } from '../theme.ts'
import { HealthStatus } from './health-status.tsx'
import { IconButton } from './icon-button.tsx'
import { QuickOpen } from './quick-open.tsx'
import { StoreProblems } from './store-problems.tsx'
import { ToastProvider } from './toast.tsx'
import { Wordmark } from './wordmark.tsx'

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
            <Link to="/" aria-current={current(pathname === '/' || pathname.startsWith('/issues/'))}>
              Issues <OpenIssues />
            </Link>
            <Link to="/traces" aria-current={current(pathname.startsWith('/traces'))}>
              Traces
            </Link>
            <Link to="/connect" aria-current={current(pathname === '/connect')}>
              Connect
            </Link>
          </nav>
          <div className="tools">
            <HealthStatus />
            <QuickOpen />
            <ThemeButton />
          </div>
        </header>
        <StoreProblems />
        <Outlet />
      </ToastProvider>
    </LiveProvider>
  )
}

function current(isCurrent: boolean): 'page' | undefined {
  return isCurrent ? 'page' : undefined
}

function OpenIssues() {
  const { data } = useInfiniteQuery({ ...issuesQuery({}), refetchInterval: usePolling() })
  const counts = data?.pages[0]?.counts
  if (!counts) return null
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
