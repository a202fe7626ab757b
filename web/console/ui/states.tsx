// What a screen shows besides its data: loading, empty, failed, and data that could not be refreshed.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { HttpError } from '../http/http.ts'
import { healthQuery } from '../features/status/status-query.ts'
import { describeError } from '../http/error-text.ts'
import { formatAge } from '../format/format-time.ts'
import { RETRY_MS } from '../app/live.tsx'
import { useNow } from './use-now.ts'
import { Fold } from './fold.tsx'
import { Icon } from './icon.tsx'
import css from './states.module.css'

/** Widths of the rows of a skeleton, in percent. */
const SKELETON_WIDTHS = [72, 54, 63, 48, 69, 51, 60]

/** The part of a query's result that tells its state. */
type Query = {
  data: unknown
  error: Error | null
  isPending: boolean
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

/** Loading, failed, or a notice that the data shown is old; nothing where all is well. */
export function QueryState({ query, label, thin }: { query: Query; label: string; thin?: boolean }) {
  if (query.isPending) return <Loading label={label} thin={thin} />
  if (!query.error) return null
  if (query.data === undefined) return <Failed error={query.error} retry={() => void query.refetch()} />
  return <StaleNotice query={query} error={query.error} />
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

type EmptyProps = { title: ReactNode; waiting?: boolean; children: ReactNode; actions?: ReactNode }

/** `waiting`: the screen fills by itself when data arrives. */
export function Empty({ title, waiting = false, children, actions }: EmptyProps) {
  return (
    <div className={css.state}>
      <h2>
        {waiting && <Icon name="new" className="caret-wait" />}
        {title}
      </h2>
      <p>{children}</p>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { title, text, isTemporary } = describeError(error, useIsRelayUp(error))
  return (
    <div className={`${css.state} ${css.failed}`} role="alert">
      <h2>
        <Icon name="alert" />
        {title}
      </h2>
      <p>
        {text} {isTemporary && `The request is repeated every ${RETRY_MS / 1000} s.`}
      </p>
      <div className={css.actions}>
        <button type="button" onClick={retry}>
          <Icon name="refresh" />
          Try again
        </button>
      </div>
      {error instanceof HttpError && (
        <Fold title="Details">
          <pre>
            <code>
              {error.request}
              {`\n${error.status || 'no answer'} · ${error.message} · ${error.durationMs} ms`}
            </code>
          </pre>
        </Fold>
      )}
    </div>
  )
}

function StaleNotice({ query, error }: { query: Query; error: Error }) {
  const now = useNow()
  const { title, text } = describeError(error, useIsRelayUp(error))
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

/** Asks the relay where a request had no answer: it may be the store behind it that is late. */
function useIsRelayUp(error: Error): boolean {
  const isUnanswered = error instanceof HttpError && error.status === 0
  const relay = useQuery({ ...healthQuery(), enabled: isUnanswered, refetchInterval: RETRY_MS })
  return isUnanswered && relay.isSuccess
}
