// What the screen shows where no issue is new, back or louder.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Today } from '../../../../contract/today.ts'
import { pluralize } from '../../format/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatCrashFree } from '../releases/index.ts'
import { statusQuery } from '../status/index.ts'

export function QuietDay({ answer }: { answer: Today }) {
  const stored = useQuery(statusQuery()).data?.rows
  if (answer.events === 0 && stored?.logs === 0 && stored.spans === 0)
    return (
      <Empty
        title="Nothing has happened yet"
        waiting
        actions={
          <Link className="button primary" to="/connect">
            Connect an application
          </Link>
        }
      >
        Errata is running and has received no data. For sample data, run <code>npm run seed</code> in the
        folder of Errata.
      </Empty>
    )
  return (
    <Empty
      title={
        <>
          <Icon name="resolved" /> Nothing new, back or louder
        </>
      }
      actions={
        <Link className="button" to="/">
          Open issues
        </Link>
      }
    >
      {describeEvents(answer)} {describeSessions(answer)}
    </Empty>
  )
}

function describeEvents({ events }: Today): string {
  if (events === 0) return 'No event arrived in this time.'
  return `${pluralize(events, 'event')} of known issues arrived, about as many as usual.`
}

function describeSessions({ crashFree: { before, since } }: Today): string {
  if (since === null) return ''
  const baseline = before === null ? '' : `, before ${formatCrashFree(before)}`
  return `Crash-free sessions: ${formatCrashFree(since)}${baseline}.`
}
