// The screens for an unknown path and for an error of the console itself.
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { digestOf } from '../../monitoring/index.ts'
import { Screen } from './screen.tsx'
import { Empty } from '../ui/empty.tsx'
import css from '../ui/guide.module.css'

export function NotFoundScreen() {
  return (
    <Screen title="Page not found" className={css.narrow}>
      <h1>Page not found</h1>
      <p className="lead">
        The link may be incomplete. Start at <Link to="/">Issues</Link>, or{' '}
        <Link to="/lookup">look up a digest</Link>.
      </p>
    </Screen>
  )
}

/** The error is reported like one of any application, so its digest opens in this console. */
export function CrashScreen({ error }: ErrorComponentProps) {
  const digest = digestOf(error)
  return (
    <main id="main" className={css.narrow} role="alert">
      <h1>This screen crashed</h1>
      <Empty
        title={<code>{error instanceof Error ? error.message : String(error)}</code>}
        actions={
          <>
            <a className="button" href={location.href}>
              Reload
            </a>
            <a className="button quiet" href={`/d/${digest}`}>
              Open the event
            </a>
          </>
        }
      >
        This is an error of the console, not of your application. It was reported with the digest{' '}
        <output aria-label="Digest" className="mono">
          {digest}
        </output>
        .
      </Empty>
    </main>
  )
}
