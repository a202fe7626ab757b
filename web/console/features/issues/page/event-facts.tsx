// Beside the stack trace: user, page, browser and build of an event.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Event } from '../../../../../contract/issues.ts'
import { UntrustedCode, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { filterFor } from '../../../search/search-query.ts'
import css from './issue-sidebar.module.css'

/** As Git abbreviates it in large repositories. */
const COMMIT_LENGTH = 12

/** `isLinked`: values link to the issues that have them. */
export function EventFacts({ event, isLinked = false }: { event: Event; isLinked?: boolean }) {
  return (
    <section>
      <h2>This event</h2>
      <dl className={css.facts}>
        <Fact name="User" value={event.userId} filterKey={isLinked ? 'user' : undefined} />
        <Fact name="Session" value={event.sessionId} filterKey={isLinked ? 'session' : undefined} />
        {event.url && <Fact name="URL" value={<UntrustedCode text={event.url} />} />}
        <Fact name="Browser" value={[event.browser, event.os].filter(Boolean).join(' on ')} />
        <Fact name="Release" value={event.release} />
        {event.commit && (
          <Fact
            name="Commit"
            value={
              <a href={event.commit.link} target="_blank" rel="noreferrer">
                <code>{event.commit.id.slice(0, COMMIT_LENGTH)}</code>
              </a>
            }
          />
        )}
        <Fact name="Environment" value={event.environment} />
      </dl>
    </section>
  )
}

type FactProps = { name: string; value: ReactNode; filterKey?: string | undefined }

/** With a `filterKey`, the value links to the issues that have it. */
function Fact({ name, value, filterKey }: FactProps) {
  if (value === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{typeof value === 'string' ? <Text text={value} filterKey={filterKey} /> : value}</dd>
    </>
  )
}

function Text({ text, filterKey }: { text: string; filterKey: string | undefined }) {
  if (!filterKey) return <UntrustedText text={text} />
  return (
    <Link to="/" search={filterFor(filterKey, text)}>
      <UntrustedCode text={text} />
    </Link>
  )
}
