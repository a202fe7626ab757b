// Crash-free sessions of a service in the 24 hours before and after the deploy of a release.
import type { ReleaseRow } from '../../../../contract/releases.ts'
import { plainText } from '../../ui/untrusted-text.tsx'
import { MIN_SESSIONS } from './crash-free.ts'
import css from './around-deploy.module.css'

const [WIDTH, HEIGHT] = [128, 24]
/** The hour of the deploy, and the hours of the whole line. */
const [DEPLOY, HOURS] = [24, 48]
/** The line of a quiet day is flat: its lower end is at most this share. */
const HIGHEST_FLOOR = 0.95

export function AroundDeploy({ row }: { row: ReleaseRow }) {
  const points = (row.around ?? []).flatMap((share, hour) => (share === null ? [] : [{ share, hour }]))
  const after = points.filter(({ hour }) => hour >= DEPLOY)
  if (points.length === 0) return <span className="faint">–</span>
  if (after.length < 2 || row.sessions < MIN_SESSIONS) return <span className="faint">too early to say</span>
  const floor = Math.min(HIGHEST_FLOOR, ...points.map(({ share }) => share))
  const line = points.map(({ share, hour }) => {
    const y = 2 + ((1 - share) / (1 - floor)) * (HEIGHT - 4)
    return `${((hour + 0.5) / (HOURS + 1)) * WIDTH},${y.toFixed(1)}`
  })
  const deploy = (DEPLOY / (HOURS + 1)) * WIDTH
  return (
    <svg
      className={css.around}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Crash-free sessions 24 hours before and after ${plainText(row.release)}`}
    >
      <line x1={deploy} x2={deploy} y1="0" y2={HEIGHT} />
      <polyline points={line.join(' ')} />
    </svg>
  )
}
