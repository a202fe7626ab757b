// Where it broke: own frames open with their source, what came from packages folded.

import { useState } from 'react'
import type { Event, Frame } from '../../../../store/api/contract.ts'
import { groupFrames, originOf, placeOf } from './frames.ts'
import { counted } from '../../format-number.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Source } from './source.tsx'
import css from './stack.module.css'

/** A stack that recursed to its end has thousands of frames: these are read, the rest is one press away. */
const FRAMES_SHOWN = 50

export function Stack({
  event,
  raw,
  setRaw,
}: {
  event: Event
  raw: boolean
  setRaw: (raw: boolean) => void
}) {
  const origin = originOf(event.url)
  return (
    <section aria-labelledby="stack-title">
      <header>
        <h2 id="stack-title">Stack trace</h2>
        <fieldset className="segmented push">
          <legend className="heard">Show the stack</legend>
          <label>
            <input type="radio" name="stack" checked={!raw} onChange={() => setRaw(false)} />
            Frames
          </label>
          <label>
            <input type="radio" name="stack" checked={raw} onChange={() => setRaw(true)} />
            Raw
          </label>
        </fieldset>
        <CopyButton text={event.stacktrace} name="Copy the stack as it came" says="Copy" />
      </header>
      {raw || event.frames.length === 0 ? (
        <RawStack text={event.stacktrace} />
      ) : (
        <Frames frames={event.frames} origin={origin} />
      )}
      {event.causes.map((cause, index) => (
        // oxlint-disable-next-line no-array-index-key -- causes have an order and nothing else that tells two alike apart
        <div key={index} className={css.cause}>
          <h3>
            <small>caused by</small>
            <b>{cause.type}</b> <bdi>{cause.message}</bdi>
          </h3>
          {cause.frames.length > 0 && <Frames frames={cause.frames} origin={origin} folded />}
        </div>
      ))}
    </section>
  )
}

function RawStack({ text }: { text: string }) {
  if (text.trim() === '')
    return (
      <p className="faint">
        The page sent no stack: what was thrown was no Error, or the browser keeps it from other origins.
      </p>
    )
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- a box that scrolls must be reachable by keys
    <pre className={css.raw} tabIndex={0} aria-label="Stack as it came">
      <code>{text}</code>
    </pre>
  )
}

function Frames({ frames, origin, folded = false }: { frames: Frame[]; origin: string; folded?: boolean }) {
  const [all, setAll] = useState(false)
  const groups = groupFrames(frames)
  const shown = all ? groups : groups.slice(0, FRAMES_SHOWN)
  return (
    <>
      <ol className={css.stack}>
        {shown.map((group, index) =>
          group.own ? (
            // oxlint-disable-next-line no-array-index-key -- a frame is its place in the stack
            <OwnFrame key={index} frame={group.frame} origin={origin} open={!folded && index < 3} />
          ) : (
            // oxlint-disable-next-line no-array-index-key -- as above
            <li key={index} className={css.vendor}>
              <details>
                <summary className={css.line}>
                  <Icon name="right" small />
                  {counted(group.frames.length, 'frame')} from {group.from}
                </summary>
                <ol>
                  {group.frames.map((frame, place) => (
                    // oxlint-disable-next-line no-array-index-key -- as above
                    <li key={place} className={css.line}>
                      <FrameLine frame={frame} origin={origin} />
                    </li>
                  ))}
                </ol>
              </details>
            </li>
          ),
        )}
      </ol>
      {shown.length < groups.length && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          {shown.length} of {counted(groups.length, 'frame')}. Show all
        </button>
      )}
    </>
  )
}

function OwnFrame({ frame, origin, open }: { frame: Frame; origin: string; open: boolean }) {
  if (!frame.context) {
    return (
      <li className={css.own}>
        <div className={css.line}>
          <FrameLine frame={frame} origin={origin} />
        </div>
      </li>
    )
  }
  return (
    <li className={css.own}>
      <details open={open}>
        <summary className={css.line}>
          <Icon name="right" small />
          <FrameLine frame={frame} origin={origin} />
        </summary>
        <Source frame={frame} />
      </details>
    </li>
  )
}

function FrameLine({ frame, origin }: { frame: Frame; origin: string }) {
  return (
    <>
      <b>{frame.function || '(anonymous)'}</b>
      <span className={css.in}>in</span>
      <code>{placeOf(frame, origin)}</code>
    </>
  )
}
