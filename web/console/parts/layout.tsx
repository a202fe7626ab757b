// The bar that stands on every screen, and what all of them share.

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { issues } from '../api/issues.ts'
import { DEFAULT_RANGE } from '../filters.ts'
import { LiveProvider, usePolling } from '../live.tsx'
import { count } from '../format-number.ts'
import { nextTheme, readTheme, saveTheme } from '../theme.ts'
import { Icon } from './icon.tsx'
import { Jump } from './quick-open.tsx'
import { Pulse } from './health-status.tsx'
import { ToastProvider } from './toast.tsx'
import { Wordmark } from './wordmark.tsx'

export function Frame() {
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
            <Link
              to="/"
              aria-current={pathname === '/' || pathname.startsWith('/issues/') ? 'page' : undefined}
            >
              Issues <OpenIssues />
            </Link>
            <Link to="/traces" aria-current={pathname.startsWith('/traces') ? 'page' : undefined}>
              Traces
            </Link>
            <Link to="/connect" aria-current={pathname === '/connect' ? 'page' : undefined}>
              Connect
            </Link>
          </nav>
          <div className="tools">
            <Pulse />
            <Jump />
            <ThemeButton />
          </div>
        </header>
        <Outlet />
      </ToastProvider>
    </LiveProvider>
  )
}

function OpenIssues() {
  const { data } = useInfiniteQuery({
    ...issues({}, { range: DEFAULT_RANGE }),
    refetchInterval: usePolling(),
  })
  const counts = data?.pages[0]?.counts
  if (!counts) return null
  return <small>{count(counts.new + counts.regressed + counts.ongoing)}</small>
}

function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  const next = nextTheme(theme)
  const says = `Colours: ${theme}. Change to ${next}`
  const change = () => {
    saveTheme(next)
    setTheme(next)
  }
  return (
    <button className="quiet only-icon" type="button" aria-label={says} title={says} onClick={change}>
      <Icon name="theme" />
    </button>
  )
}
