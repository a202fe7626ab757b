// One event below its stack trace: full message, breadcrumbs, React component stack, attributes.

import type { Event } from '../../../../store/api/contract.ts'
import { pluralize } from '../../format-number.ts'
import { Attributes } from '../../parts/attributes.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { MAX_TITLE_MESSAGE } from './issue-header.tsx'
import css from './issue.module.css'

export function EventDetails({ event }: { event: Event }) {
  const { message, breadcrumbs, componentStack, attributes } = event
  return (
    <>
      {(message.length > MAX_TITLE_MESSAGE || message.includes('\n')) && <Message text={message} />}
      {breadcrumbs.length > 0 && <Breadcrumbs event={event} />}
      {componentStack.trim() !== '' && <ComponentStack stack={componentStack} />}
      <section aria-labelledby="attributes-title">
        <header>
          <h2 id="attributes-title">Attributes</h2>
          <span className="push">
            <CopyButton
              text={JSON.stringify(attributes, null, 2)}
              label="Copy all attributes as JSON"
              caption="Copy all"
            />
          </span>
        </header>
        <Attributes label="Attributes of the event" values={attributes} />
      </section>
    </>
  )
}

function Message({ text }: { text: string }) {
  return (
    <section aria-labelledby="message-title">
      <header>
        <h2 id="message-title">Message</h2>
        <small className="num">{pluralize(text.length, 'character')}</small>
        <span className="push">
          <CopyButton text={text} label="Copy the message" caption="Copy" />
        </span>
      </header>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <pre className={css.message} tabIndex={0} dir="auto">
        {text}
      </pre>
    </section>
  )
}

function ComponentStack({ stack }: { stack: string }) {
  return (
    <section aria-labelledby="components-title">
      <header>
        <h2 id="components-title">Component stack</h2>
        <small>innermost first</small>
      </header>
      <ol className={css.components}>
        {parseComponents(stack).map(({ name, location }, index) => (
          // oxlint-disable-next-line no-array-index-key -- two components can be equal
          <li key={index}>
            <b>&lt;{name}&gt;</b> <code>{location}</code>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** React writes a line per component: `    at Checkout (https://shop.example/assets/main.js:1:2345)`. */
function parseComponents(stack: string): { name: string; location: string }[] {
  return stack
    .split('\n')
    .map((line) => /^\s*at (\S+)(?: \(?(.*?)\)?)?$/.exec(line) ?? /^([^@\s]+)@(.*)$/.exec(line.trim()))
    .filter((match) => match !== null)
    .map(([, name = '', location = '']) => ({ name, location }))
}
