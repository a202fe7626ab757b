// The screen for an unknown path.
import { Link } from '@tanstack/react-router'
import { Screen } from '../../app/screen.tsx'
import css from '../../ui/guide.module.css'

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
