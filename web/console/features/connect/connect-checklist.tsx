// Waits for the next event: shows whether relay, collector and store answer, then the event.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { healthQuery } from '../../http/health.ts'
import { statusQuery } from '../status/index.ts'
import { WAITING_POLL_MS } from '../../app/live.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useNow } from '../../ui/use-now.ts'
import { SENTRY_TEST } from '../../../setup/sentry.ts'
import { CodeFigure } from './setup-tabs.tsx'
import { FirstEvent, READY_POLL_MS, useFirstEvent } from './first-event.tsx'
import css from './connect.module.css'

/** `isSentry`: for an application with a Sentry SDK. */
export function ConnectChecklist({ isSentry }: { isSentry: boolean }) {
  const [start] = useState(() => Date.now())
  const event = useFirstEvent(start)
  return event ? <FirstEvent event={event} /> : <Checklist start={start} isSentry={isSentry} />
}

/** `start`: since when it waits, in milliseconds since 1970. */
function Checklist({ start, isSentry }: { start: number; isSentry: boolean }) {
  const store = useQuery({
    ...statusQuery(),
    refetchInterval: ({ state }) => (state.status === 'success' ? READY_POLL_MS : WAITING_POLL_MS),
  })
  const relay = useQuery({
    ...healthQuery(),
    refetchInterval: ({ state: { data } }) =>
      data?.collector === 'ok' || data?.collector === 'none' ? READY_POLL_MS : WAITING_POLL_MS,
  })
  const ordinal = store.data?.rows.exceptions === 0 ? 'first' : 'next'
  const collector = relay.data?.collector ?? ''
  return (
    <section className={css.panel} aria-live="polite" aria-label="First event">
      <h2 className="row">
        <Icon name="new" className="caret-wait" />
        Waiting for the {ordinal} error…
      </h2>
      <p>This page updates automatically.</p>
      <ul className={css.checks}>
        <Check ok={relay.isSuccess} label="The relay answers" detail={relay.data?.version} />
        {collector !== 'none' && (
          <Check ok={collector === 'ok'} label="The collector answers" detail={collector} />
        )}
        <Check ok={store.isSuccess} label="The store answers" detail={store.data?.engine} />
        <li className={`row ${css.waiting}`}>
          <Icon name="new" small />
          {ordinal === 'first' ? 'First' : 'Next'} error
          <small className="push" aria-hidden="true">
            <Wait start={start} />
          </small>
        </li>
      </ul>
      {isSentry ? <SentryTest /> : <Demo />}
    </section>
  )
}

function Demo() {
  return (
    <>
      <a className="button primary" href="/demo" target="_blank" rel="noopener">
        Open the demo <Icon name="out" small />
      </a>
      <p className="caption">
        Sample data: <code>npm run seed</code> in the folder of Errata.
      </p>
    </>
  )
}

function SentryTest() {
  return (
    <>
      <p className="caption">To send one now, after Sentry.init:</p>
      <CodeFigure file="JavaScript" code={SENTRY_TEST} />
    </>
  )
}

function Check({ ok, label, detail }: { ok: boolean; label: string; detail: string | undefined }) {
  return (
    <li className={ok ? 'row' : `row ${css.failed}`}>
      <Icon name={ok ? 'resolved' : 'alert'} small />
      {label}
      <small className="push">{detail || (ok ? '' : 'no answer')}</small>
    </li>
  )
}

/** `0:07`. */
function Wait({ start }: { start: number }) {
  const seconds = Math.max(0, Math.floor((useNow(1_000) - start) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
