// The head of the screen: since when, how much happened, and what it is about.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Today } from '../../../../contract/today.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { servicesQuery } from '../../search/option-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { useNow } from '../../ui/use-now.ts'
import { type Choice, formatSince, type Since, toLocalField } from './since.ts'
import css from './today.module.css'

const route = getRouteApi('/today')

type Props = {
  answer: Today | undefined
  since: Since
  hasMark: boolean
  markAsSeen: () => void
  copyMarkdown: () => void
}

export function TodayHeader({ answer, since, hasMark, markAsSeen, copyMarkdown }: Props) {
  const now = useNow(60_000)
  const instant = since.instant ?? answer?.since
  return (
    <header className={css.title}>
      <h1>Since {instant ? formatSince(instant, now) : 'yesterday'}</h1>
      {answer && <Totals answer={answer} />}
      <div className={`controls ${css.controls}`}>
        <NameSelects />
        <SinceSelect since={since} hasMark={hasMark} />
        <IconButton icon="markdown" label="Copy as Markdown" shortcut="y" onClick={copyMarkdown} />
        <button type="button" disabled={!answer} onClick={markAsSeen}>
          <Icon name="resolved" small /> Mark as seen <kbd>.</kbd>
        </button>
      </div>
    </header>
  )
}

function Totals({ answer }: { answer: Today }) {
  const { releases, events, users } = answer
  const changes = (['new', 'back', 'louder', 'quiet'] as const).filter((name) => answer[name].total > 0)
  return (
    <p className="caption">
      {changes.map((name) => (
        <span key={name}>
          <b>{formatCount(answer[name].total)}</b> {name},{' '}
        </span>
      ))}
      {releases.total > 0 ? pluralize(releases.total, 'release') : 'no release'}, {pluralize(events, 'event')}
      , {pluralize(users, 'user')}
    </p>
  )
}

/** Only where there is a choice. */
function NameSelects() {
  const { service, environment } = route.useSearch()
  const navigate = route.useNavigate()
  const { services = [], environments = [] } = useQuery(servicesQuery()).data ?? {}
  return (
    <>
      {(services.length > 1 || service) && (
        <Select
          label="Service"
          all="All services"
          value={service}
          options={services.map(({ name }) => name).toSorted()}
          onChange={(value) => void navigate({ search: (search) => ({ ...search, service: value }) })}
        />
      )}
      {(environments.length > 1 || environment) && (
        <Select
          label="Environment"
          all="All environments"
          value={environment}
          options={environments}
          onChange={(value) => void navigate({ search: (search) => ({ ...search, environment: value }) })}
        />
      )}
    </>
  )
}

const DAYS = { '24h': 'The last 24 hours', '7d': 'The last 7 days' }

function SinceSelect({ since: { choice, instant }, hasMark }: { since: Since; hasMark: boolean }) {
  const navigate = route.useNavigate()
  const now = useNow(60_000)
  const open = (since: string | undefined) => void navigate({ search: (search) => ({ ...search, since }) })
  const choose = (value: Choice) => {
    if (value === 'visit') open(undefined)
    else if (value === 'instant') open(new Date(now - DAY_MS).toISOString())
    else open(value)
  }
  return (
    <>
      <select aria-label="Since" value={choice} onChange={(event) => choose(event.target.value as Choice)}>
        {hasMark && <option value="visit">Since my last visit</option>}
        {Object.entries(DAYS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
        <option value="instant">Since an instant…</option>
      </select>
      {choice === 'instant' && instant && (
        <input
          type="datetime-local"
          aria-label="Instant"
          defaultValue={toLocalField(instant)}
          max={toLocalField(new Date(now).toISOString())}
          onChange={({ target: { value } }) => {
            if (Date.parse(value) < now) open(new Date(value).toISOString())
          }}
        />
      )}
    </>
  )
}

const DAY_MS = 86_400_000
