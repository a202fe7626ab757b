// One event below its stack trace: full message, timeline, React component stack, attributes.
import type { ReactNode } from 'react'
import type { Event } from '../../../../../contract/issues.ts'
import { pluralize } from '../../../format/format-number.ts'
import { UntrustedCode, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Attributes } from '../../../ui/attributes.tsx'
import { ORIGINAL_TIME, parseOriginalTime } from './timeline/device-clock.ts'
import { EventSection } from './event-section.tsx'
import { MAX_TITLE_MESSAGE } from './issue-header.tsx'
import css from './issue.module.css'

/** `children`: the timeline. */
export function EventDetails({ event, children }: { event: Event; children: ReactNode }) {
  const { message, componentStack, attributes } = event
  const json = JSON.stringify(attributes, null, 2)
  return (
    <>
      {(message.length > MAX_TITLE_MESSAGE || message.includes('\n')) && <Message text={message} />}
      {children}
      {componentStack.trim() !== '' && <ComponentStack stack={componentStack} />}
      <EventSection
        id="attributes"
        title="Attributes"
        copy={{ text: json, label: 'Copy all attributes as JSON', caption: 'Copy all' }}
      >
        <Attributes label="Attributes of the event" values={withDate(attributes)} />
      </EventSection>
    </>
  )
}

/** The nanoseconds that a device with a wrong clock sent, as an instant. */
function withDate(attributes: Event['attributes']): Event['attributes'] {
  const original = parseOriginalTime(attributes[ORIGINAL_TIME])
  if (original === null) return attributes
  return { ...attributes, [ORIGINAL_TIME]: new Date(original).toISOString() }
}

function Message({ text }: { text: string }) {
  const copy = { text, label: 'Copy the message', caption: 'Copy' }
  return (
    <EventSection id="message" title="Message" note={pluralize(text.length, 'character')} copy={copy}>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- scrolls, so keys must reach it */}
      <pre className={`long-text ${css.message}`} tabIndex={0} dir="auto">
        <UntrustedText text={text} />
      </pre>
    </EventSection>
  )
}

function ComponentStack({ stack }: { stack: string }) {
  return (
    <EventSection id="components" title="Component stack" note="innermost first">
      <ol className={`mono long-text ${css.components}`}>
        {parseComponents(stack).map(({ name, location }, index) => (
          // oxlint-disable-next-line no-array-index-key -- two components can be equal
          <li key={index}>
            <b>
              <UntrustedText text={`<${name}>`} />
            </b>{' '}
            <UntrustedCode text={location} />
          </li>
        ))}
      </ol>
    </EventSection>
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
