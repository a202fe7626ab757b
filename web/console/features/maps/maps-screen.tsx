// Source maps by release, and scripts in stacks that have no source map.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { usePolling } from '../../app/live.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { Screen } from '../../app/screen.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { UploadCommand } from './upload-command.tsx'
import { ReleaseSection } from './release-section.tsx'
import { groupByRelease } from './release-maps.ts'
import css from './maps.module.css'
import type { MapsAnswer } from '../../../../contract/maps.ts'
import { answerQuery } from '../../http/query.ts'

const route = getRouteApi('/maps')

/** Maps arrive with a build. A page that is shown again requests them at once. */
const POLL_MS = 5 * 60_000

export function MapsScreen() {
  const { service, release } = route.useSearch()
  const query = useQuery({ ...mapsQuery(service, release), refetchInterval: usePolling(POLL_MS) })
  const groups = query.data ? groupByRelease(query.data) : []
  const scope = [service, release].filter(Boolean).join(' ')
  return (
    <Screen>
      <header className="controls">
        <h1>
          Source maps
          {scope && (
            <>
              {' '}
              of <UntrustedText text={scope} />
            </>
          )}
        </h1>
        {scope && (
          <Link to="/maps" search={{}}>
            Show all
          </Link>
        )}
      </header>
      <p className={`lead ${css.lead}`}>
        With source maps, stack traces show your own files, functions and lines, and errors are grouped by
        them. Source maps are never served. They are deleted if no stack trace has used them for 90 days, and
        the style sheets of their release, which pages at an error are shown with, go with the last of them.
      </p>
      <QueryState query={query} label="source maps" />
      {query.data && groups.length === 0 && <NoMaps service={service} release={release} />}
      {groups.map((group) => (
        <ReleaseSection
          key={JSON.stringify([group.service, group.release])}
          group={group}
          isOpen={groups.length === 1}
        />
      ))}
    </Screen>
  )
}

type NoMapsProps = { service?: string | undefined; release?: string | undefined }

function NoMaps({ service = 'my-app', release = '' }: NoMapsProps) {
  return (
    <Empty
      title="No source maps"
      actions={
        <Link className="button primary" to="/connect">
          How to connect an application
        </Link>
      }
    >
      <span className={`controls ${css.command}`}>
        <span>After the build:</span>
        <UploadCommand service={service} release={release} />
      </span>
    </Empty>
  )
}

/** Empty names: all services, all releases. */
function mapsQuery(service = '', release = '') {
  const search = new URLSearchParams()
  if (service !== '') search.set('service', service)
  if (release !== '') search.set('release', release)
  return answerQuery<MapsAnswer>(['maps', service, release], `/api/maps?${search}`)
}
