// The stack trace of an event and of its causes: source code, built code, or raw text.
import { useState } from 'react'
import type { Event } from '../../../../../contract/issues.ts'
import type { StackView } from '../../../search/filters.ts'
import { formatCount } from '../../../format/format-number.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { UntrustedCode, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { originOf } from './frames.ts'
import { MapNotice } from './map-notice.tsx'
import { StackFrames } from './stack-frames.tsx'
import { builtFrame, viewsOf } from './stack-view.ts'
import css from './stack.module.css'

type Props = {
  event: Event
  view: StackView
  setView: (view: StackView) => void
  /** Shows missing source maps and how to upload them. */
  hasMapNotice?: boolean
}

export function Stack({ event, view, setView, hasMapNotice = true }: Props) {
  const { stacktrace, frames, causes } = event
  const origin = originOf(event.url)
  const views = viewsOf(event)
  const selected = views.some(({ value }) => value === view) ? view : undefined
  const framesOf = (all: typeof frames) => (selected === 'built' ? all.map(builtFrame) : all)
  return (
    <section aria-labelledby="stack-title">
      <header className="controls">
        <h2 id="stack-title">Stack trace</h2>
        <Segmented
          legend="Stack trace format"
          name="stack"
          options={views}
          value={selected}
          onChange={setView}
        />
        <CopyButton text={stacktrace} label="Copy the raw stack trace" caption="Copy" />
      </header>
      {hasMapNotice && <MapNotice event={event} />}
      {selected === 'text' || frames.length === 0 ? (
        <RawStack text={stacktrace} />
      ) : (
        <StackFrames frames={framesOf(frames)} origin={origin} />
      )}
      {causes.map((cause, index) => (
        // oxlint-disable-next-line no-array-index-key -- two causes can be equal
        <div key={index} className={css.cause}>
          <h3>
            <small>caused by</small>
            <b>
              <UntrustedText text={cause.type.slice(0, MAX_CAUSE_TYPE)} empty="Error" />
            </b>{' '}
            <CauseMessage text={cause.message} />
          </h3>
          {cause.frames.length > 0 && <StackFrames frames={framesOf(cause.frames)} origin={origin} folded />}
        </div>
      ))}
    </section>
  )
}

const MAX_CAUSE_TYPE = 160
/** Characters of a cause's message before it is expanded. */
const MAX_CAUSE = 300

function CauseMessage({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  if (text.length <= MAX_CAUSE) return <UntrustedText text={text} />
  return (
    <>
      <UntrustedText text={isOpen ? text : `${text.slice(0, MAX_CAUSE)}…`} />{' '}
      <button type="button" className="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Less' : `All ${formatCount(text.length)} characters`}
      </button>
    </>
  )
}

function RawStack({ text }: { text: string }) {
  if (text.trim() === '')
    return (
      <p className="faint">
        No stack trace: the thrown value was not an Error, or the browser hides details of scripts from
        another origin.
      </p>
    )
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- scrolls, so keys must reach it
    <pre className={`long-text ${css.raw}`} tabIndex={0} aria-label="Raw stack trace">
      <UntrustedCode text={text} />
    </pre>
  )
}
