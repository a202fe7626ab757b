// What users wrote about an issue, on its page: about the event on screen first.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Feedback } from '../../../../contract/feedback.ts'
import type { Issue } from '../../../../contract/issues.ts'
import { usePolling } from '../../app/live.tsx'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { QueryState } from '../../http/query-state.tsx'
import { VisitorLink } from '../../search/visitor-link.tsx'
import { AgoOrInstant } from '../../ui/age.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { issueFeedbackQuery } from './feedback-query.ts'
import { Quote, Sender } from './quote.tsx'
import css from './feedback.module.css'

/** `current`: the digest of the event on screen. */
export type IssueFeedbackProps = { issue: Pick<Issue, 'id'>; current: string }

export function IssueFeedback({ issue: { id }, current }: IssueFeedbackProps) {
  const query = useInfiniteQuery({ ...issueFeedbackQuery(id), refetchInterval: usePolling() })
  const all = query.data?.pages.flatMap(({ feedback }) => feedback) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  const isCurrent = ({ digest }: Feedback) => digest === current
  const ordered = [...all.filter(isCurrent), ...all.filter((feedback) => !isCurrent(feedback))]
  if (query.data && total === 0) return null
  return (
    <section aria-labelledby="feedback">
      <header className="controls">
        <h2 id="feedback">What users wrote</h2>
        <small className="num">{query.data && `${pluralize(total, 'text')} in the last 30 days`}</small>
      </header>
      <QueryState query={query} label="what users wrote" thin />
      <ul className={css.texts}>
        {ordered.map((feedback) => (
          <li key={feedback.id} aria-current={isCurrent(feedback) || undefined}>
            <Quote text={feedback.text} />
            <p className={css.about}>
              {isCurrent(feedback) ? (
                <span>
                  about this event, <AgoOrInstant at={feedback.at} />
                </span>
              ) : (
                <Link
                  to="/issues/$id"
                  params={{ id }}
                  search={{ event: feedback.digest ?? undefined }}
                  title="Show the event"
                >
                  <AgoOrInstant at={feedback.at} />
                </Link>
              )}
              {feedback.userId !== '' && <VisitorLink name="user" id={feedback.userId} />}
              <Sender feedback={feedback} />
            </p>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <ShowMore list={query}>
          {formatCount(all.length)} of {formatCount(total)}
        </ShowMore>
      )}
    </section>
  )
}
