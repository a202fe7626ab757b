// The names of releases above a chart. Each is a button, beside the chart and not in it: the chart is a
// slider, whose clicks select bars.
import { type OpenRelease, releaseLabels, type ReleaseMarker } from './release-markers.ts'
import { UntrustedText, plainText } from '../ui/untrusted-text.tsx'
import css from './trend.module.css'

/** Shares of the chart: a name and a service in 1,000 pixels, and in 350. */
const WIDTH = 0.14
const NARROW_WIDTH = 0.48

type Props = { markers: ReleaseMarker[]; open: OpenRelease }

export function ReleaseLabels({ markers, open }: Props) {
  if (markers.length === 0) return null
  return (
    <>
      <Labels
        {...{ markers, open }}
        width={markers.length === 1 ? NARROW_WIDTH : WIDTH}
        className="wide-only"
      />
      <Labels markers={markers} open={open} width={NARROW_WIDTH} className="narrow-only" />
    </>
  )
}

type LabelsProps = Props & { width: number; className: string }

/** The stylesheet shows one of the two. */
function Labels({ markers, open, width, className }: LabelsProps) {
  const labels = releaseLabels(markers, width)
  const rows = Math.max(...labels.map(({ row }) => row + 1))
  return (
    <div className={`${css.labels} ${className}`} style={{ height: `${rows * 1.5}rem` }}>
      {labels.map(({ release, service, position, row }) => (
        <i
          key={`${service} ${release}`}
          style={{ left: `${position * 100}%`, height: `${row * 1.5}rem` }}
          aria-hidden="true"
        />
      ))}
      {labels.map(({ release, service, position, side, row, names }) => (
        <button
          key={`${service} ${release}`}
          type="button"
          className="quiet clip"
          title={plainText(describe(names))}
          onClick={() => open(release, service)}
          style={{
            maxWidth: `${width * 100}%`,
            bottom: `${row * 1.5}rem`,
            ...(side === 'after' ? { left: `${position * 100}%` } : { right: `${(1 - position) * 100}%` }),
          }}
        >
          {names.length > 1 ? (
            `${names.length} deploys`
          ) : (
            <>
              <UntrustedText text={release} />{' '}
              <span className="faint">
                <UntrustedText text={service} />
              </span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}

/** Names in a tooltip. */
const MAX_NAMES = 12

function describe(names: string[]): string {
  const rest = names.length - MAX_NAMES
  const list = names.slice(0, MAX_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  return `${list}: show what happened in ${names.length > 1 ? 'the latest' : 'it'}`
}
