// A query that failed: why, and the age of the data that is shown instead.
import { useQuery } from '@tanstack/react-query'
import { formatAge } from '../format/format-time.ts'
import { Empty } from '../ui/empty.tsx'
import { Fold } from '../ui/fold.tsx'
import { Icon } from '../ui/icon.tsx'
import { useNow } from '../ui/use-now.ts'
import { describeError } from './error-text.ts'
import { type Health, healthQuery } from './health.ts'
import { HttpError } from './http.ts'
import { RETRY_MS } from './query.ts'

/** The state of a query, as TanStack Query returns it. */
export type Query = {
  data: unknown
  error: Error | null
  isPending: boolean
  errorUpdateCount: number
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

/** Nothing without an error. */
export function QueryProblem({ query, error }: { query: Query; error: Error | null }) {
  if (!error) return null
  if (query.data === undefined) return <Failed error={error} retry={() => void query.refetch()} />
  return <StaleNotice query={query} error={error} />
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { title, text, isTemporary } = describeError(error, useStoreHealth(error))
  return (
    <Empty
      title={title}
      failed
      actions={
        <button type="button" onClick={retry}>
          <Icon name="refresh" />
          Try again
        </button>
      }
      details={error instanceof HttpError && <Request error={error} />}
    >
      {text} {isTemporary && `The request is repeated every ${RETRY_MS / 1000} s.`}
    </Empty>
  )
}

function Request({ error: { message, details } }: { error: HttpError }) {
  const { request, status, durationMs } = details
  return (
    <Fold title="Details">
      <pre className="long-text">
        <code>{`${request}\n${status || 'no answer'} · ${message} · ${durationMs} ms`}</code>
      </pre>
    </Fold>
  )
}

function StaleNotice({ query, error }: { query: Query; error: Error }) {
  const now = useNow()
  const { title, text } = describeError(error, useStoreHealth(error))
  const updated = new Date(query.dataUpdatedAt).toISOString()
  return (
    <p className="notice" data-severity="warn" role="alert">
      <Icon name="alert" small />
      <span>
        <b>{title}.</b> {text} The data shown is {formatAge(updated, now)} old.
      </span>
      <button className="quiet push" type="button" onClick={() => void query.refetch()}>
        Try again
      </button>
    </p>
  )
}

/** Asks the relay when a request had no answer or 503: the store behind it may be late, busy or down. */
function useStoreHealth(error: Error): Health['store'] | undefined {
  const mayBeDown = error instanceof HttpError && (error.status === 0 || error.status === 503)
  const relay = useQuery({ ...healthQuery(), enabled: mayBeDown, refetchInterval: RETRY_MS })
  return mayBeDown && relay.isSuccess ? relay.data.store : undefined
}
