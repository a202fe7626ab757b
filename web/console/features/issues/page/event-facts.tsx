// Beside the stack trace: user, page, browser and build of an event.
import type { ReactNode } from 'react'
import type { Event } from '../../../../../contract/issues.ts'
import { UntrustedCode, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { VisitorLink } from '../../../search/visitor-link.tsx'
import css from './issue-sidebar.module.css'

/** As Git abbreviates it in large repositories. */
const COMMIT_LENGTH = 12

/** `isLinked`: user and session link to their pages. */
export function EventFacts({ event, isLinked = false }: { event: Event; isLinked?: boolean }) {
  return (
    <section>
      <h2>This event</h2>
      <dl className={css.facts}>
        <Fact name="User" value={event.userId} page={isLinked ? 'user' : undefined} />
        <Fact name="Session" value={event.sessionId} page={isLinked ? 'session' : undefined} />
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

type FactProps = { name: string; value: ReactNode; page?: 'user' | 'session' | undefined }

/** `page`: the value is the id of what has a page of its own. */
function Fact({ name, value, page }: FactProps) {
  if (value === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{typeof value === 'string' ? <Text text={value} page={page} /> : value}</dd>
    </>
  )
}

function Text({ text, page }: { text: string; page: FactProps['page'] }) {
  return page ? <VisitorLink name={page} id={text} /> : <UntrustedText text={text} />
}
