// Source maps of each release, and which scripts of its stacks have none.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { mapsQuery } from './maps-query.ts'
import { usePolling } from '../../app/live.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { Screen } from '../../app/screen.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { uploadCommand } from './upload-command.ts'
import { ReleaseSection } from './release-section.tsx'
import { groupByRelease } from './release-maps.ts'
import css from './maps.module.css'

const route = getRouteApi('/maps')

export function MapsScreen() {
  const { service, release } = route.useSearch()
  const query = useQuery({ ...mapsQuery(service, release), refetchInterval: usePolling() })
  const groups = query.data ? groupByRelease(query.data) : []
  const scope = [service, release].filter(Boolean).join(' ')
  return (
    <Screen>
      <header className={css.title}>
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
      <p className={css.lead}>
        With the source maps of a build, stacks show your own files, functions and lines, and are grouped by
        them. Maps are never served; one that no stack has needed for 90 days is deleted.
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

function NoMaps({
  service = 'my-app',
  release = '',
}: {
  service?: string | undefined
  release?: string | undefined
}) {
  const command = uploadCommand({ service, release, url: location.origin })
  return (
    <Empty
      title="No source maps"
      actions={
        <Link className="button primary" to="/connect">
          How to connect an application
        </Link>
      }
    >
      <span className={css.command}>
        <span>After the build:</span>
        <code>
          <UntrustedText text={command} />
        </code>
        <CopyButton text={command} label="Copy the command" />
      </span>
    </Empty>
  )
}
