// Source maps of a release, or single sources of them, that the store could not read.
import type { FailingMap } from '../../../../contract/maps.ts'
import { pluralize } from '../../format/format-number.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { Age } from '../../ui/age.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import css from './maps.module.css'

export function FailingMaps({ failing }: { failing: FailingMap[] }) {
  const now = useNow()
  return (
    <>
      <p className={`caption ${css.command}`}>
        The store tries again after pauses that double, up to an hour. Events that arrive until then join the
        issue of their source code as soon as the source map is read.
      </p>
      <table aria-label="Source maps that could not be read">
        <thead>
          <tr>
            <th>Source map that could not be read</th>
            <th>Left out</th>
            <th>Reason</th>
            <th className="num">Failing for</th>
            <th>Next attempt from</th>
          </tr>
        </thead>
        <tbody>
          {failing.map(({ file, source, reason, failures, since, retry }) => (
            <tr key={JSON.stringify([file, source])}>
              <th className={`mono ${css.file}`}>
                <UntrustedText text={file} />
              </th>
              <td className={css.file}>{source ? <UntrustedText text={source} /> : 'entire map'}</td>
              <td>
                {reason} {failures > 1 && pluralize(failures, 'attempt')}
              </td>
              <td className="num">
                <Age at={since} />
              </td>
              <td>
                <time dateTime={retry}>{formatShortDateTime(retry, now)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
