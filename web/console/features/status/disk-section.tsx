// The disk: what the store takes, what is free, and the day on which it is full.
import type { StatusAnswer } from '../../../../contract/status.ts'
import { formatBytes } from '../../format/format-number.ts'
import { describeDisk, isDiskNear } from './describe-status.ts'
import css from './status.module.css'

export function DiskSection({ status, now }: { status: StatusAnswer; now: number }) {
  const { bytes, disk, limit } = status
  const other = disk ? Math.max(0, disk.total - disk.free - bytes) : 0
  const free = disk ? `${formatBytes(disk.free)} of ${formatBytes(disk.total)}` : ''
  return (
    <section aria-labelledby="disk">
      <h2 id="disk">Disk</h2>
      {disk && (
        <>
          <div className={css.disk} role="img" aria-label={`${formatBytes(bytes)} of Errata, ${free} free`}>
            <i data-part="own" style={{ flexGrow: bytes }} />
            <i data-part="other" style={{ flexGrow: other }} />
            <i data-part="free" style={{ flexGrow: disk.free }} />
          </div>
          <ul className={css.legend}>
            <li data-part="own">
              <b>{formatBytes(bytes)}</b> Errata
            </li>
            <li data-part="other">
              <b>{formatBytes(other)}</b> other files
            </li>
            <li data-part="free">
              <b>{formatBytes(disk.free)}</b> free of {formatBytes(disk.total)}
            </li>
          </ul>
        </>
      )}
      <p className={isDiskNear(status, now) ? css.near : css.note}>{capitalize(describeDisk(status, now))}</p>
      <p className={css.note}>
        {limit
          ? `STORE_LIMIT is ${formatBytes(limit)}: beyond it the oldest day goes first.`
          : 'Without STORE_LIMIT no day is deleted before its time.'}
      </p>
    </section>
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
