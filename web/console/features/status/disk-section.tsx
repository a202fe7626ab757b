// The disk: what the store uses, what is free, and the day on which it will be full.
import type { StatusAnswer } from '../../../../contract/status.ts'
import { formatBytes, formatLimit } from '../../format/format-number.ts'
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
          <div
            className={css.disk}
            role="img"
            aria-label={`${formatBytes(bytes)} used by Errata, ${free} free`}
          >
            <i data-part="own" style={{ flexGrow: bytes }} />
            <i data-part="other" style={{ flexGrow: other }} />
            <i data-part="free" style={{ flexGrow: disk.free }} />
          </div>
          <ul className={`line ${css.legend}`}>
            <li className="key" data-part="own">
              <b>{formatBytes(bytes)}</b> Errata
            </li>
            <li className="key" data-part="other">
              <b>{formatBytes(other)}</b> other files
            </li>
            <li className="key" data-part="free">
              <b>{formatBytes(disk.free)}</b> free of {formatBytes(disk.total)}
            </li>
          </ul>
        </>
      )}
      <p className={isDiskNear(status, now) ? css.near : css.note}>{describeDisk(status, now)}</p>
      <p className={css.note}>
        {limit
          ? `STORE_LIMIT is ${formatLimit(limit)}: above it, the oldest days are deleted. ` +
            'Source maps may take a quarter more.'
          : 'No STORE_LIMIT: data is kept for the full retention period.'}
      </p>
    </section>
  )
}
