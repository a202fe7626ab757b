// The missing source maps of an event, and how to upload them.
import { Link } from '@tanstack/react-router'
import type { Event } from '../../../../../contract/issues.ts'
import { pluralize } from '../../../format/format-number.ts'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Fold } from '../../../ui/fold.tsx'
import { UploadCommand } from '../../maps/index.ts'
import { unmappedScripts } from './stack-view.ts'
import css from './stack.module.css'

export function MapNotice({ event }: { event: Event }) {
  const { service, release, mapping, frames, causes, attributes } = event
  const isJoined = attributes['errata.grouping']?.endsWith('source map read later')
  const scripts = unmappedScripts([...frames, ...causes.flatMap((cause) => cause.frames)])
  return (
    <>
      {mapping === 'late' && (
        <p className={`caption ${css.note}`}>
          {isJoined
            ? 'The source maps could not be read when this event arrived. It joined this issue afterwards.'
            : 'The source maps were uploaded after this event, so it is grouped by its built code. Later ' +
              'events are grouped by their source code.'}
        </p>
      )}
      {scripts.length > 0 && (
        <Fold className={`caption ${css.note}`} title={`No source map for ${plainText(listOf(scripts))}`}>
          <div className={css.upload}>
            <p>
              Upload the source maps of <UntrustedText text={`${service} ${release}`} /> from the folder of
              its build. Stored events then show their source code too.
            </p>
            <div className="command">
              <UploadCommand service={service} release={release} />
            </div>
            <Link to="/maps" search={{ service, release: release || undefined }}>
              Source maps of this release
            </Link>
          </div>
        </Fold>
      )}
    </>
  )
}

/** The names of the first two files. */
function listOf(paths: string[]): string {
  const names = paths.slice(0, 2).map((path) => path.slice(path.lastIndexOf('/') + 1))
  const others = paths.length - names.length
  return others > 0 ? `${names.join(', ')} and ${pluralize(others, 'other script')}` : names.join(' and ')
}
