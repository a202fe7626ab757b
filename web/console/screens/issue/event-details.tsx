// The rest of what one event says: its whole message, what came before it, where in the tree of components, its attributes.

import type { Event } from '../../../../store/api/contract.ts'
import { count } from '../../format-number.ts'
import { Attributes } from '../../parts/attributes.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { duration, nanosBetween } from '../../format-time.ts'
import css from './issue.module.css'

/** The title shows the beginning; from here on the whole message has its own place. */
const LONG_MESSAGE = 300

const CRUMB_ICONS: Record<string, IconName> = {
  navigation: 'nav',
  fetch: 'net',
  xhr: 'net',
  click: 'click',
  console: 'console',
  vitals: 'paint',
  error: 'alert',
}

export function EventDetails({ event }: { event: Event }) {
  return (
    <>
      {(event.message.length > LONG_MESSAGE || event.message.includes('\n')) && (
        <section aria-labelledby="message-title">
          <header>
            <h2 id="message-title">Message</h2>
            <small className="num">{count(event.message.length)} characters</small>
            <span className="push">
              <CopyButton text={event.message} name="Copy the message" says="Copy" />
            </span>
          </header>
          {/* oxlint-disable-next-line no-noninteractive-tabindex -- a box that scrolls must be reachable by keys */}
          <pre className={css.message} tabIndex={0} dir="auto">
            {event.message}
          </pre>
        </section>
      )}
      {event.breadcrumbs.length > 0 && <Breadcrumbs event={event} />}
      {event.componentStack.trim() !== '' && (
        <section aria-labelledby="components-title">
          <header>
            <h2 id="components-title">Component stack</h2>
            <small>innermost first</small>
          </header>
          <ol className={css.tree}>
            {components(event.componentStack).map(({ name, place }, index) => (
              // oxlint-disable-next-line no-array-index-key -- a component is its place in the tree
              <li key={index}>
                <b>&lt;{name}&gt;</b> <code>{place}</code>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section aria-labelledby="attributes-title">
        <header>
          <h2 id="attributes-title">Attributes</h2>
          <span className="push">
            <CopyButton
              text={JSON.stringify(event.attributes, null, 2)}
              name="Copy all attributes as JSON"
              says="Copy all"
            />
          </span>
        </header>
        <Attributes label="Attributes of the event" values={event.attributes} />
      </section>
    </>
  )
}

function Breadcrumbs({ event }: { event: Event }) {
  return (
    <section aria-labelledby="crumbs-title">
      <header>
        <h2 id="crumbs-title">Before it happened</h2>
        <small className="num">{count(event.breadcrumbs.length)} steps</small>
      </header>
      <table className={css.crumbs} aria-labelledby="crumbs-title">
        <tbody>
          {event.breadcrumbs.map((crumb, index) => (
            // oxlint-disable-next-line no-array-index-key -- steps have an order, and two may be alike to the millisecond
            <tr key={index}>
              <td>{duration(nanosBetween(event.at, crumb.at))}</td>
              <td>
                <Icon name={CRUMB_ICONS[crumb.kind.split('.')[0] ?? ''] ?? 'right'} small />
                {crumb.kind}
              </td>
              <td>
                <bdi>{crumb.text}</bdi>
              </td>
            </tr>
          ))}
          <tr data-severity="error">
            <td>0</td>
            <td>
              <Icon name="alert" small />
              exception
            </td>
            <td>
              <bdi>
                {event.type}: {event.message.slice(0, LONG_MESSAGE)}
              </bdi>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** React writes one line a component: `    at Checkout (https://shop.example/assets/main.js:1:2345)`. */
function components(stack: string): { name: string; place: string }[] {
  return stack
    .split('\n')
    .map((line) => /^\s*at (\S+)(?: \(?(.*?)\)?)?$/.exec(line) ?? /^([^@\s]+)@(.*)$/.exec(line.trim()))
    .filter((match) => match !== null)
    .map((match) => ({ name: match[1] ?? '', place: match[2] ?? '' }))
}
