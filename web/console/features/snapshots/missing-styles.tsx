// The style sheets that a snapshot does without, and what to do about it.
import type { Event } from '../../../../contract/issues.ts'
import type { SnapshotSheet } from '../../../../contract/snapshots.ts'
import { pluralize } from '../../format/format-number.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { UploadCommand } from '../maps/index.ts'

type Props = { event: Pick<Event, 'service' | 'release'>; sheets: SnapshotSheet[] }

const SECTION = { marginBlock: 'var(--s3)' }
const LIST = { margin: 0, paddingInlineStart: 'var(--s4)' }

export function MissingStyles({ event: { service, release }, sheets }: Props) {
  const missing = sheets.filter(({ isUploaded, isShadow }) => !isUploaded && !isShadow)
  const ofShadows = sheets.filter(({ isShadow }) => isShadow)
  return (
    <>
      {missing.length > 0 && (
        <section aria-label="Missing styles" style={SECTION}>
          <p className="caption">
            {pluralize(missing.length, 'style sheet')} of another origin could not be read by the page:
          </p>
          <Paths sheets={missing} />
          <p className="caption">
            To see the page with these styles, upload its build, also afterwards. Or serve them with CORS, and
            link them with <code>crossorigin</code>.
          </p>
          <p className="controls">
            <UploadCommand service={service} release={release} />
          </p>
        </section>
      )}
      {ofShadows.length > 0 && (
        <section aria-label="Missing styles of shadow roots" style={SECTION}>
          <p className="caption">Style sheets of another origin in shadow roots are not shown:</p>
          <Paths sheets={ofShadows} />
        </section>
      )}
    </>
  )
}

function Paths({ sheets }: { sheets: SnapshotSheet[] }) {
  return (
    <ul className="mono" style={LIST}>
      {sheets.map(({ path }) => (
        <li key={path}>
          <UntrustedText text={path} />
        </li>
      ))}
    </ul>
  )
}
