// Shown before the first exception: how to send one. `spans`: number of stored spans.
import { Link } from '@tanstack/react-router'
import { pluralize } from '../../../format/format-number.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Screen } from '../../../app/screen.tsx'
import css from '../../../ui/guide.module.css'

export function FirstVisit({ spans }: { spans: number }) {
  return (
    <Screen title="No errors yet" className={css.narrow}>
      <h1>
        <Icon name="new" className="caret-wait" />
        No errors yet
      </h1>
      <p className="lead">
        {spans > 0
          ? `${pluralize(spans, 'span')} received, but no exceptions. `
          : 'Errata is running and has received no data. '}
        This page shows the first error as soon as it arrives.
      </p>
      <ol className={css.options}>
        <li>
          <h2>Try the demo</h2>
          <p>
            The demo is a small shop with buttons that cause errors. Trigger one, look at the error screen,
            and follow its digest back to this console.
          </p>
          <a className="button primary" href="/demo">
            Open the demo
          </a>
        </li>
        <li>
          <h2>Look around with sample data</h2>
          <p>
            <code>npm run seed</code> in the folder of Errata sends three days of a book shop: issues with
            source maps, releases, traces and web vitals.
          </p>
          <CopyButton text="npm run seed" label="Copy npm run seed" caption="Copy the command" />
        </li>
        <li>
          <h2>Monitor your own application</h2>
          <p>One script tag, or four lines of code. The data stays on your server.</p>
          <Link className="button" to="/connect">
            Connect an application
          </Link>
        </li>
      </ol>
    </Screen>
  )
}
