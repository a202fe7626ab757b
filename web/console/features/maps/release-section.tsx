// The source maps of one release: a summary line that opens the list of files.
import { formatBytes, formatCount, pluralize } from '../../format/format-number.ts'
import { UntrustedText, plainText } from '../../ui/untrusted-text.tsx'
import { Age } from '../../ui/age.tsx'
import { Fold } from '../../ui/fold.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { UploadCommand } from './upload-command.tsx'
import { FailingMaps } from './failing-maps.tsx'
import type { ReleaseMaps } from './release-maps.ts'
import css from './maps.module.css'

/** Listed files per release. */
const MAX_FILES = 200

type Props = { group: ReleaseMaps; isOpen: boolean }

export function ReleaseSection({ group, isOpen }: Props) {
  const { service, release, maps, styles, missing, failing, bytes, uploaded, seen } = group
  const title = (
    <>
      <ServiceName name={service} />{' '}
      <b>
        <UntrustedText text={release} empty="no release" />
      </b>
      <span className="faint">
        {pluralize(maps.length, 'map')}
        {styles.length > 0 && `, ${pluralize(styles.length, 'style sheet')}`}, {formatBytes(bytes)}
        {uploaded && (
          <>
            , uploaded <Age at={uploaded} /> ago
          </>
        )}
      </span>
      {failing.length > 0 && (
        <span className={css.missing}>{pluralize(failing.length, 'source map')} could not be read</span>
      )}
      {missing.length > 0 && (
        <span className={css.missing}>
          {formatCount(missing.length)} of {pluralize(seen, 'file')} in stack traces{' '}
          {missing.length === 1 ? 'has' : 'have'} no source map
        </span>
      )}
    </>
  )
  return (
    <section className={css.release} aria-label={plainText(`${service} ${release}`)}>
      <Fold title={title} open={isOpen} className={`line ${css.summary}`}>
        {failing.length > 0 && <FailingMaps failing={failing} />}
        {missing.length > 0 && <MissingScripts group={group} />}
        {maps.length > 0 && <MapTable group={group} />}
        {styles.length > 0 && <StyleTable group={group} />}
      </Fold>
    </section>
  )
}

function MissingScripts({ group: { service, release, missing } }: { group: ReleaseMaps }) {
  return (
    <>
      <p className={`controls ${css.command}`}>
        <UploadCommand service={service} release={release} />
      </p>
      <table aria-label="Files without a map">
        <thead>
          <tr>
            <th>File without a map</th>
            <th className="num">Occurrences</th>
            <th className="num">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {missing.slice(0, MAX_FILES).map(({ file, occurrences, lastSeen }) => (
            <tr key={file}>
              <th className={`mono ${css.file}`}>
                <UntrustedText text={file} />
              </th>
              <td className="num">{formatCount(occurrences)}</td>
              <td className="num">
                <Age at={lastSeen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function StyleTable({ group: { styles } }: { group: ReleaseMaps }) {
  return (
    <table aria-label="Style sheets">
      <thead>
        <tr>
          <th>Style sheet</th>
          <th className="num">Size</th>
        </tr>
      </thead>
      <tbody>
        {styles.slice(0, MAX_FILES).map(({ file, hash, bytes }) => (
          <tr key={file}>
            <th className={`mono ${css.file}`} title={`SHA-256 ${hash}`}>
              <UntrustedText text={file} />
            </th>
            <td className="num">{formatBytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MapTable({ group: { maps } }: { group: ReleaseMaps }) {
  return (
    <table aria-label="Source maps">
      <thead>
        <tr>
          <th>File</th>
          <th className="num">Size</th>
          <th className="num">Occurrences</th>
          <th className="num">Last used</th>
        </tr>
      </thead>
      <tbody>
        {maps.slice(0, MAX_FILES).map(({ file, hash, bytes, occurrences, lastUsed }) => (
          <tr key={file}>
            <th className={`mono ${css.file}`} title={`SHA-256 ${hash}`}>
              <UntrustedText text={file} />
            </th>
            <td className="num">{formatBytes(bytes)}</td>
            <td className={occurrences === 0 ? 'num faint' : 'num'}>{formatCount(occurrences)}</td>
            <td className="num">{lastUsed ? <Age at={lastUsed} /> : '–'}</td>
          </tr>
        ))}
        {maps.length > MAX_FILES && (
          <tr>
            <td colSpan={4} className="faint">
              and {pluralize(maps.length - MAX_FILES, 'other file')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
