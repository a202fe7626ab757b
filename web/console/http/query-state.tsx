// What a screen shows of a query besides its data: loading, failed, and data that could not be refreshed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAge } from '../format/format-time.ts'
import { Empty } from '../ui/empty.tsx'
import { Fold } from '../ui/fold.tsx'
import { Icon } from '../ui/icon.tsx'
import { useNow } from '../ui/use-now.ts'
import { describeError } from './error-text.ts'
import { type Health, healthQuery } from './health.ts'
import { HttpError } from './http.ts'
import { RETRY_MS } from './query.ts'
import css from './query-state.module.css'

/** Widths of the rows of a skeleton, in percent. */
const SKELETON_WIDTHS = [72, 54, 63, 48, 69, 51, 60]

/** The state of a query, as TanStack Query returns it. */
type Query = {
  data: unknown
  error: Error | null
  isPending: boolean
  errorUpdateCount: number
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

/** Loading, failed, or a notice that the data is old; nothing where the data is current. */
export function QueryState({ query, label, thin }: { query: Query; label: string; thin?: boolean }) {
  const error = useLatestError(query)
  if (query.isPending && !error) return <Loading label={label} thin={thin} />
  if (!error) return null
  if (query.data === undefined) return <Failed error={error} retry={() => void query.refetch()} />
  return <StaleNotice query={query} error={error} />
}

/** A query without data loses its error while it is repeated, which takes 10 s if it is late again. */
function useLatestError({ error, isPending, errorUpdateCount }: Query): Error | null {
  const [latest, setLatest] = useState(error)
  if (error && error !== latest) setLatest(error)
  return error ?? (isPending && errorUpdateCount > 0 ? latest : null)
}

/** A skeleton in the shape of a list. The stylesheet shows it after 200 ms. */
function Loading({ label, thin = false }: { label: string; thin?: boolean | undefined }) {
  return (
    <ol className={`${css.loading} ${thin ? css.thin : ''}`} aria-busy="true" aria-label={`Loading ${label}`}>
      {SKELETON_WIDTHS.map((width) => (
        <li key={width}>
          <i style={{ width: `${width}%` }} />
          <i />
          <i />
        </li>
      ))}
    </ol>
  )
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
