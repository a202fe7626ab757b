// The stack trace of an event and of its causes: source code, built code, or raw text.
import type { Event } from '../../../../store/api/contract.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { originOf } from './frames.ts'
import { MapNotice } from './map-notice.tsx'
import { StackFrames } from './stack-frames.tsx'
import { builtFrame, type StackView, viewsOf } from './stack-view.ts'
import css from './stack.module.css'

type Props = { event: Event; view: StackView; setView: (view: StackView) => void }

export function Stack({ event, view, setView }: Props) {
  const { stacktrace, frames, causes } = event
  const origin = originOf(event.url)
  const views = viewsOf(event)
  const selected = views.some((item) => item.view === view) ? view : undefined
  const framesOf = (all: typeof frames) => (selected === 'built' ? all.map(builtFrame) : all)
  return (
    <section aria-labelledby="stack-title">
      <header>
        <h2 id="stack-title">Stack trace</h2>
        <fieldset className="segmented push">
          <legend className="visually-hidden">Stack trace format</legend>
          {views.map((item) => (
            <label key={item.name}>
              <input
                type="radio"
                name="stack"
                checked={item.view === selected}
                onChange={() => setView(item.view)}
              />
              {item.name}
            </label>
          ))}
        </fieldset>
        <CopyButton text={stacktrace} label="Copy the raw stack trace" caption="Copy" />
      </header>
      <MapNotice event={event} />
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
            <b>{cause.type}</b> <bdi>{cause.message}</bdi>
          </h3>
          {cause.frames.length > 0 && <StackFrames frames={framesOf(cause.frames)} origin={origin} folded />}
        </div>
      ))}
    </section>
  )
}

function RawStack({ text }: { text: string }) {
  if (text.trim() === '')
    return (
      <p className="faint">
        There is no stack trace: the value thrown was not an Error, or the browser hides the details of
        scripts from another origin.
      </p>
    )
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- scrolls, so keys must reach it
    <pre className={css.raw} tabIndex={0} aria-label="Raw stack trace">
      <code>{text}</code>
    </pre>
  )
}
