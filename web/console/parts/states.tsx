// The other faces of every screen: loading, failed, empty. What happened, what it means, what to do.

import type { ReactNode } from 'react'
import { Refusal } from '../api/http.ts'
import { ago } from '../format-time.ts'
import { Icon } from './icon.tsx'
import css from './states.module.css'

const BONES = [72, 54, 63, 48, 69, 51, 60]

/** In the shape of what comes; seen only after 200 ms. */
export function Loading({ of, thin = false }: { of: string; thin?: boolean }) {
  return (
    <ol className={`${css.loading} ${thin ? css.thin : ''}`} aria-busy="true" aria-label={`Loading ${of}`}>
      {BONES.map((width) => (
        <li key={width}>
          <div>
            <i className={css.bone} style={{ width: `${width}%`, height: '.625rem' }} />
            {!thin && <i className={css.bone} style={{ width: `${width * 0.6}%`, height: '.5rem' }} />}
          </div>
          <i className={css.bone} style={{ width: '7.5rem', height: thin ? '.375rem' : '1rem' }} />
          <i className={css.bone} style={{ width: '3rem', height: '.625rem' }} />
        </li>
      ))}
    </ol>
  )
}

export function Empty({
  title,
  waiting = false,
  children,
  acts,
}: {
  title: ReactNode
  waiting?: boolean
  children: ReactNode
  acts?: ReactNode
}) {
  return (
    <div className={css.outcome}>
      <h2>
        {waiting && <Icon name="new" className="caret-wait" />}
        {title}
      </h2>
      <p>{children}</p>
      {acts && <div className={css.acts}>{acts}</div>}
    </div>
  )
}

export function Failed({ error, what, again }: { error: Error; what: string; again: () => void }) {
  const { title, meaning } = wordsOf(error)
  return (
    <div className={`${css.outcome} ${css.failed}`} role="alert">
      <h2>
        <Icon name="alert" />
        {title}
      </h2>
      <p>
        {meaning} {isPassing(error) && `${what} asks again by itself every 5 s.`}
      </p>
      <div className={css.acts}>
        <button type="button" onClick={again}>
          <Icon name="refresh" />
          Try now
        </button>
      </div>
      {error instanceof Refusal && (
        <details>
          <summary>
            <Icon name="right" small />
            Details
          </summary>
          <pre>
            <code>{`${error.asked}\n${error.status || 'no answer'} · ${error.message} · ${error.tookMs} ms`}</code>
          </pre>
        </details>
      )}
    </div>
  )
}

/** Over what was known before: it stays on show, and says how old it is. */
export function StaleNotice({
  error,
  since,
  now,
  again,
}: {
  error: Error
  since: number
  now: number
  again: () => void
}) {
  const { title, meaning } = wordsOf(error)
  return (
    <p className="notice" data-severity="warn" role="alert">
      <Icon name="alert" small />
      <span>
        <b>{title}.</b> {meaning} What you see is the last answer, {ago(new Date(since).toISOString(), now)}{' '}
        old.
      </span>
      <button className="quiet push" type="button" onClick={again}>
        Try now
      </button>
    </p>
  )
}

function isPassing(error: Error): boolean {
  return !(error instanceof Refusal) || error.status === 0 || error.status >= 500
}

function wordsOf(error: Error): { title: string; meaning: string } {
  if (!(error instanceof Refusal)) return { title: 'This could not be read', meaning: error.message }
  if (error.status === 0) {
    return {
      title: error.message,
      meaning:
        'Pages keep what they could not send for a moment and try again. If this stays, the relay is stopped: start it again.',
    }
  }
  if (error.status === 502 || error.status === 503 || error.status === 504) {
    return {
      title: 'The store does not answer',
      meaning: 'Nothing is lost: what arrives waits on the disk until the store is back.',
    }
  }
  if (error.status === 404)
    return {
      title: 'There is nothing here',
      meaning: `${error.message.replace(/\.$/, '')}. It may have been let go with its time, or merged into another one.`,
    }
  if (error.status === 400) return { title: 'The question was not understood', meaning: error.message }
  return { title: `The store refused (${error.status})`, meaning: error.message }
}
