// How many over time, with the releases on the same axis. A bar (or a drag over some) asks only for that time.

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { TrendAnswer } from '../../../store/api/contract.ts'
import { type Placed, placed } from '../release-markers.ts'
import { count, counted } from '../format-number.ts'
import { shortMoment, ticks, width } from '../format-time.ts'
import css from './trend.module.css'

export type Bar = { at: string; count: number; fresh: number }
type Props = {
  buckets: Bar[]
  releases?: TrendAnswer['releases']
  now: number
  pick: (from: string, to: string) => void
  low?: boolean
  does?: string
}

const NO_RELEASES: TrendAnswer['releases'] = []

export function Trend({
  buckets,
  releases = NO_RELEASES,
  now,
  pick,
  low = false,
  does = 'look only there',
}: Props) {
  const plot = useRef<HTMLDivElement>(null)
  const pressed = useRef<number | null>(null)
  const [at, setAt] = useState<{ from: number; to: number } | null>(null)
  const first = buckets[0]
  if (!first || buckets.length < 2) return null
  const start = Date.parse(first.at)
  const step = Date.parse(buckets[1]?.at ?? first.at) - start
  const end = start + step * buckets.length
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count))
  const instant = (index: number) => new Date(start + index * step).toISOString()
  const choose = (range: { from: number; to: number }) => pick(instant(range.from), instant(range.to + 1))
  const indexOf = (event: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    if (!box) return 0
    return Math.min(
      buckets.length - 1,
      Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * buckets.length)),
    )
  }
  const follow = (event: PointerEvent) => {
    const index = indexOf(event)
    setAt({ from: pressed.current ?? index, to: index })
  }
  const hold = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    pressed.current = indexOf(event)
    follow(event)
  }
  const release = (event: PointerEvent) => {
    if (pressed.current === null) return
    const ends = [pressed.current, indexOf(event)]
    pressed.current = null
    choose({ from: Math.min(...ends), to: Math.max(...ends) })
  }
  const press = (event: KeyboardEvent) => {
    const here = at?.from ?? buckets.length - 1
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: buckets.length - 1 }[event.key]
    if (next !== undefined) {
      const index = Math.min(buckets.length - 1, Math.max(0, next))
      setAt({ from: index, to: index })
    } else if (event.key === 'Enter') choose({ from: here, to: here })
    else return
    event.preventDefault()
  }
  const shown = at ? { from: Math.min(at.from, at.to), to: Math.max(at.from, at.to) } : null
  const current = buckets[shown?.from ?? buckets.length - 1]
  return (
    <div>
      <div
        ref={plot}
        className={`${css.plot} ${low ? css.low : ''}`}
        role="slider"
        tabIndex={0}
        aria-label={`Events over time, ${width(step)} a bar, at most ${count(most)}. Enter: ${does}`}
        aria-valuemin={0}
        aria-valuemax={buckets.length - 1}
        aria-valuenow={shown?.from ?? buckets.length - 1}
        aria-valuetext={
          current
            ? `${shortMoment(current.at, now)}: ${counted(current.count, 'event')}, ${count(current.fresh)} new or regressed`
            : ''
        }
        title={
          shown && current
            ? `${shortMoment(current.at, now)} · ${counted(current.count, 'event')}`
            : undefined
        }
        onKeyDown={press}
        onPointerDown={hold}
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
        onPointerUp={release}
        onPointerCancel={() => {
          pressed.current = null
          setAt(null)
        }}
      >
        <svg
          viewBox={`0 0 ${buckets.length * 10} 100`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          {buckets.map((bucket, index) => (
            <Column key={bucket.at} bucket={bucket} x={index * 10} most={most} />
          ))}
          {shown && (
            <rect
              className={css.at}
              x={shown.from * 10}
              width={(shown.to - shown.from + 1) * 10}
              y="0"
              height="100"
            />
          )}
        </svg>
        {most > 1 && <span className={`axis ${css.most}`}>{count(most)}</span>}
        {placed(releases, start, end).map((deploy) => (
          <Deploy key={`${deploy.service} ${deploy.release}`} {...deploy} />
        ))}
      </div>
      <div className={css.ticks} aria-hidden="true">
        {ticks(start, end).map(({ share, label }) => (
          <span key={share} className="axis" style={{ left: `${share * 100}%` }}>
            {label}
          </span>
        ))}
        <span className={`axis ${css.end}`}>
          {Math.abs(end - now) < 2 * step ? 'now' : shortMoment(new Date(end).toISOString(), now)}
        </span>
      </div>
    </div>
  )
}

function Column({ bucket, x, most }: { bucket: Bar; x: number; most: number }) {
  const height = (value: number) => (value === 0 ? 0 : Math.max(1.5, (value / most) * 97))
  const known = height(bucket.count - bucket.fresh)
  const fresh = height(bucket.fresh)
  return (
    <>
      {known > 0 && <rect x={x + 1} width={8} y={100 - known} height={known} />}
      {fresh > 0 && <rect className={css.hot} x={x + 1} width={8} y={100 - known - fresh} height={fresh} />}
    </>
  )
}

function Deploy({ release, service, share, before, named }: Placed) {
  return (
    <span
      className={`deploy ${before ? 'before' : ''} ${share > 0.5 ? css.late : ''}`}
      style={{ left: `${share * 100}%` }}
      title={`${release} ${service}`}
    >
      {named && (
        <span>
          {release} <span className="faint">{service}</span>
        </span>
      )}
      <svg className="icon" viewBox="0 0 12 8" aria-hidden="true">
        <path d="M2 7l4-5 4 5" />
      </svg>
    </span>
  )
}
