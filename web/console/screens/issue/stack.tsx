// The stack trace of an event and of its causes, as frames or as raw text.
import type { Event } from '../../../../store/api/contract.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { originOf } from './frames.ts'
import { StackFrames } from './stack-frames.tsx'
import css from './stack.module.css'

type Props = { event: Event; isRaw: boolean; setRaw: (isRaw: boolean) => void }

export function Stack({ event, isRaw, setRaw }: Props) {
  const { stacktrace, frames, causes } = event
  const origin = originOf(event.url)
  return (
    <section aria-labelledby="stack-title">
      <header>
        <h2 id="stack-title">Stack trace</h2>
        <fieldset className="segmented push">
          <legend className="visually-hidden">Stack trace format</legend>
          <label>
            <input type="radio" name="stack" checked={!isRaw} onChange={() => setRaw(false)} />
            Frames
          </label>
          <label>
            <input type="radio" name="stack" checked={isRaw} onChange={() => setRaw(true)} />
            Raw text
          </label>
        </fieldset>
        <CopyButton text={stacktrace} label="Copy the raw stack trace" caption="Copy" />
      </header>
      {isRaw || frames.length === 0 ? (
        <RawStack text={stacktrace} />
      ) : (
        <StackFrames frames={frames} origin={origin} />
      )}
      {causes.map((cause, index) => (
        // oxlint-disable-next-line no-array-index-key -- two causes can be equal
        <div key={index} className={css.cause}>
          <h3>
            <small>caused by</small>
            <b>{cause.type}</b> <bdi>{cause.message}</bdi>
          </h3>
          {cause.frames.length > 0 && <StackFrames frames={cause.frames} origin={origin} folded />}
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
