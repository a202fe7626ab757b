// Where no screen is, and where one broke.

import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { digestOf } from '../../monitoring/index.ts'
import { Empty } from '../parts/states.tsx'
import { Screen } from '../parts/screen.tsx'
import css from './guide.module.css'

export function NoSuchScreen() {
  return (
    <Screen title="No such page" className={css.narrow}>
      <h1>There is no such page</h1>
      <p className={css.lead}>
        Perhaps a part of the link got lost. All starts at the <Link to="/">issues</Link>; a digest opens at{' '}
        <Link to="/lookup">look up a digest</Link>.
      </p>
    </Screen>
  )
}

/** The console's own erratum: reported like everybody's, so its digest opens here too. */
export function BrokenScreen({ error }: ErrorComponentProps) {
  const digest = digestOf(error)
  return (
    <main id="main" className={css.narrow} role="alert">
      <h1>This screen broke</h1>
      <Empty
        title={<code>{error instanceof Error ? error.message : String(error)}</code>}
        acts={
          <>
            <a className="button" href={location.href}>
              Load it again
            </a>
            <a className="button quiet" href={`/d/${digest}`}>
              Open its event
            </a>
          </>
        }
      >
        It is a mistake of the console, not of your app, and was reported with the digest{' '}
        <output aria-label="Digest" className="mono">
          {digest}
        </output>
        .
      </Empty>
    </main>
  )
}
