// What a rule would have sent in the last 7 days, while it is edited.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NewRule, Rule, RulePreview as Preview } from '../../../../../contract/alerts.ts'
import { pluralize } from '../../../format/format-number.ts'
import { messageOf } from '../../../http/error-text.ts'
import { request } from '../../../http/http.ts'
import { Age } from '../../../ui/age.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { bodyOf, type RuleDraft } from './rule-draft.ts'
import css from './rules.module.css'

/** After the last change: a number has several digits. */
const DELAY_MS = 400
/** The store reads weeks of data for it. */
const STALE_MS = 60_000
const TIMEOUT_MS = 30_000

type Props = { rule: Rule | null; draft: RuleDraft }

export function RulePreview({ rule, draft }: Props) {
  const latest = previewBody(draft)
  const body = useDelayed(latest)
  const { data, error } = useQuery(previewQuery(body))
  const isCurrent = body === latest
  const sent = rule?.sent.reduce((sum, count) => sum + count, 0)
  return (
    <p className={css.fact} role="status">
      <Icon name="clock" small />
      <span>
        {sent !== undefined && (
          <>
            It sent <b>{pluralize(sent, 'message')}</b> in the last 7 days.{' '}
          </>
        )}
        {isCurrent && data ? (
          <Sentence preview={data} />
        ) : isCurrent && error ? (
          <span className="bad">What it would have sent is not known: {messageOf(error)}</span>
        ) : (
          'Counting what it would have sent…'
        )}
      </span>
    </p>
  )
}

function Sentence({ preview: { messages } }: { preview: Preview }) {
  const latest = messages.at(-1)
  return (
    <>
      With these words it would have sent <b>{pluralize(messages.length, 'message')}</b> in the last 7 days
      {latest && (
        <>
          , the last one <Age at={latest.at} /> ago
        </>
      )}
      .
    </>
  )
}

/** Name, channels and the switch do not count. A field that is empty has no number yet. */
function previewBody(draft: RuleDraft): string {
  const { channels: _channels, enabled: _enabled, ...body } = bodyOf(draft)
  return JSON.stringify({ ...body, name: 'preview' } satisfies NewRule)
}

/** A request that is no longer wanted is cancelled. */
function previewQuery(body: string) {
  return queryOptions({
    queryKey: ['rule preview', body],
    queryFn: ({ signal }) =>
      request<Preview>('/api/rules/preview', {
        method: 'POST',
        body: JSON.parse(body) as NewRule,
        signal,
        timeoutMs: TIMEOUT_MS,
      }),
    staleTime: STALE_MS,
  })
}

function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), DELAY_MS)
    return () => clearTimeout(timer)
  }, [value])
  return delayed
}
