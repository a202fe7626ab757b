// A masked page in a frame in which nothing loads and runs, scaled to the width of the column.
import { useLayoutEffect, useRef, useState } from 'react'
import type { EventSnapshot } from '../../../../contract/snapshots.ts'

/** `page`: of a moment before the error; null: the page at the error. */
type Props = {
  digest: string
  snapshot: Pick<EventSnapshot, 'width' | 'height'>
  page: number | null
  title: string
}

/** Of the window where it is not known: of a small laptop. */
const DEFAULT_SIZE = { width: 1280, height: 720 }
/** A page of a phone is not enlarged, and a tall one does not fill the screen. */
const MAX_HEIGHT = 480

// Not a style sheet: its name would be in the scripts of every screen.
const PAGE = { overflow: 'hidden', border: '1px solid var(--line)', background: '#fff' }
const FRAME = { display: 'block', border: 0, transformOrigin: '0 0' }

/** `sandbox` without a value: no scripts, forms, links, own origin. */
export function SnapshotFrame({ digest, snapshot, page, title }: Props) {
  const width = snapshot.width || DEFAULT_SIZE.width
  const height = snapshot.height || DEFAULT_SIZE.height
  const box = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setAvailable(entry!.contentRect.width))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, available / width, MAX_HEIGHT / height)
  const query = page === null ? '' : `?page=${page}`
  return (
    <div ref={box}>
      {available > 0 && (
        <div style={{ ...PAGE, width: width * scale, height: height * scale }}>
          <iframe
            // Another document would be a step in the history of the tab.
            key={query}
            sandbox=""
            title={title}
            // The fragment: where the window was scrolled to.
            src={`/api/events/${encodeURIComponent(digest)}/snapshot/frame${query}#errata-view`}
            tabIndex={-1}
            style={{ ...FRAME, width, height, transform: `scale(${scale})` }}
          />
        </div>
      )}
    </div>
  )
}
