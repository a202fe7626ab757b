// The frames of a stack trace. Frames of packages are folded; frames with source code can be opened.
import { useState } from 'react'
import type { Frame } from '../../../../../contract/issues.ts'
import { pluralize } from '../../../format/format-number.ts'
import { Fold } from '../../../ui/fold.tsx'
import { UntrustedCode, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { groupFrames, locationOf } from './frames.ts'
import { Source } from './source.tsx'
import css from './stack.module.css'

/** Infinite recursion produces thousands of frames. */
const MAX_FRAMES = 50
/** The first frames are open: the cause is usually among them. */
const OPEN_FRAMES = 3

type Props = { frames: Frame[]; origin: string; folded?: boolean }

export function StackFrames({ frames, origin, folded = false }: Props) {
  const [showAll, setShowAll] = useState(false)
  const groups = groupFrames(frames)
  const visible = showAll ? groups : groups.slice(0, MAX_FRAMES)
  return (
    <>
      <ol className={css.stack}>
        {visible.map((group, index) =>
          group.inApp ? (
            // oxlint-disable-next-line no-array-index-key -- two frames can be equal
            <li key={index} className={css.app}>
              <AppFrame frame={group.frame} origin={origin} open={!folded && index < OPEN_FRAMES} />
            </li>
          ) : (
            // oxlint-disable-next-line no-array-index-key -- two groups can be equal
            <li key={index} className={css.vendor}>
              <VendorFrames frames={group.frames} source={group.source} origin={origin} />
            </li>
          ),
        )}
      </ol>
      {visible.length < groups.length && (
        <button type="button" className="quiet" onClick={() => setShowAll(true)}>
          {visible.length} of {pluralize(groups.length, 'frame')}. Show all
        </button>
      )}
    </>
  )
}

function AppFrame({ frame, origin, open }: { frame: Frame; origin: string; open: boolean }) {
  if (!frame.context)
    return (
      <div className={`line mono ${css.line}`}>
        <FrameLine frame={frame} origin={origin} />
      </div>
    )
  return (
    <Fold open={open} className={`line mono ${css.line}`} title={<FrameLine frame={frame} origin={origin} />}>
      <Source frame={frame} />
    </Fold>
  )
}

function VendorFrames({ frames, source, origin }: { frames: Frame[]; source: string; origin: string }) {
  return (
    <Fold className={`line mono ${css.line}`} title={`${pluralize(frames.length, 'frame')} from ${source}`}>
      <ol>
        {frames.map((frame, index) => (
          // oxlint-disable-next-line no-array-index-key -- two frames can be equal
          <li key={index} className={`line mono ${css.line}`}>
            <FrameLine frame={frame} origin={origin} />
          </li>
        ))}
      </ol>
    </Fold>
  )
}

function FrameLine({ frame, origin }: { frame: Frame; origin: string }) {
  return (
    <>
      <b>
        <UntrustedText text={frame.function} empty="(anonymous)" />
      </b>
      <span className={`faint ${css.in}`}>in</span>
      <UntrustedCode text={locationOf(frame, origin)} />
      {frame.link !== undefined && (
        <a
          className={css.link}
          href={frame.link}
          target="_blank"
          rel="noreferrer"
          title="Open in the repository"
        >
          <Icon name="out" small />
          <span className="visually-hidden">Open in the repository</span>
        </a>
      )}
    </>
  )
}
