// Errors, traces and web vitals of a user or session over time: a lane for each, on one axis.
import type { VisitorAnswer, VisitorCounts } from '../../../../contract/visitors.ts'
import { TimeTicks } from '../../charts/time-ticks.tsx'
import { formatCount } from '../../format/format-number.ts'
import css from './visitors.module.css'

type Props = {
  /** The first page; undefined while it loads. */
  answer: VisitorAnswer | undefined
  /** In milliseconds since 1970. */
  start: number
  end: number
  /** The instant of the row that has the focus. */
  current: string | undefined
}

const LANES: [keyof VisitorCounts, string][] = [
  ['errors', 'Errors'],
  ['traces', 'Traces'],
  ['vitals', 'Vitals'],
]
const WIDTH = 1_000
/** Narrower bars are not seen. */
const MIN_BAR = 4

export function VisitorAxis({ answer, start, end, current }: Props) {
  const x = (at: string) => ((Date.parse(at) - start) / (end - start)) * WIDTH
  const width = Math.max(MIN_BAR, ((answer?.stepNs ?? 0) / 1e6 / (end - start)) * WIDTH)
  const position = current === undefined ? null : Math.min(1, Math.max(0, x(current) / WIDTH))
  return (
    <figure className={css.axis} aria-label="Errors, traces and web vitals over time">
      {LANES.map(([name, label]) => {
        const steps = answer?.steps?.filter((step) => step[name] > 0) ?? []
        const highest = Math.max(1, ...steps.map((step) => step[name]))
        return (
          <div key={name} className={css.lane}>
            <span className="caption">{label}</span>
            <div
              className="chart"
              role="img"
              aria-label={`${label}: ${formatCount(answer?.totals?.[name] ?? 0)}, at most ${formatCount(
                steps.length === 0 ? 0 : highest,
              )} at a time`}
            >
              <svg viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none" aria-hidden="true">
                {steps.map((step) => {
                  const height = 25 + (step[name] / highest) * 70
                  return (
                    <rect
                      key={step.at}
                      className={name === 'errors' ? 'hot' : undefined}
                      x={Math.min(WIDTH - width, Math.max(0, x(step.at)))}
                      width={width}
                      y={100 - height}
                      height={height}
                    />
                  )
                })}
              </svg>
              {position !== null && <i className={css.now} style={{ left: `${position * 100}%` }} />}
            </div>
          </div>
        )
      })}
      <div className={`ticks ${css.ticks}`} aria-hidden="true">
        <TimeTicks start={start} end={end} />
      </div>
    </figure>
  )
}
