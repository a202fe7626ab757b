// A rule as a sentence. Every part that can change is a control inside it.
import { useContext } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Channel, RuleCondition } from '../../../../../contract/alerts.ts'
import { releasesQuery, servicesQuery } from '../../../search/option-queries.ts'
import { savedSearchesQuery } from '../../../search/saved/saved-searches-query.ts'
import { Select } from '../../../ui/select.tsx'
import { ServiceNamesContext } from '../../../ui/service-names.ts'
import { ChannelChips } from './channel-chips.tsx'
import { NamesControl } from '../../../ui/names-control.tsx'
import { type RuleDraft, thresholdOf } from './rule-draft.ts'
import {
  CONDITIONS,
  isOfIssues,
  ORIGINS,
  QUIET_MINUTES,
  THRESHOLD_LABELS,
  thresholdText,
  VITAL_NAMES,
} from './rule-words.ts'
import css from './sentence.module.css'

type Change = (change: Partial<RuleDraft>) => void
type PartProps = { draft: RuleDraft; change: Change }
type Props = PartProps & { channels: Channel[] }

const PRODUCTION_HINT = 'production: every environment that is not named dev, test, staging, preview or local'

export function RuleSentence({ draft, channels, change }: Props) {
  const { when } = draft
  const changeCondition = (value: string | undefined) =>
    change({ when: value as RuleCondition, threshold: {} })
  return (
    <div className={css.sentence}>
      When <Select label="Condition" value={when} options={CONDITIONS} onChange={changeCondition} />
      <Threshold draft={draft} change={change} /> in <Names draft={draft} change={change} />
      {isOfIssues(when) && <Origin draft={draft} change={change} />}
      {isOfIssues(when) && <SavedSearch draft={draft} change={change} />}, send to{' '}
      <ChannelChips
        ofService
        ids={draft.channels}
        channels={channels}
        change={(ids) => change({ channels: ids })}
      />
      . After a deploy, wait <Quiet draft={draft} change={change} />.
    </div>
  )
}

function Names({ draft, change }: PartProps) {
  const services = useContext(ServiceNamesContext)
  const environments = useQuery(servicesQuery()).data?.environments ?? []
  const releases = useQuery(releasesQuery()).data?.releases ?? []
  return (
    <>
      <NamesControl
        className={css.button}
        label="Services"
        all="all services"
        names={draft.service}
        known={services}
        onChange={(service) => change({ service })}
      />
      ,{' '}
      <NamesControl
        className={css.button}
        label="Environments"
        all="every environment"
        names={draft.environment}
        known={['production', ...environments]}
        hint={PRODUCTION_HINT}
        onChange={(environment) => change({ environment })}
      />
      ,{' '}
      <NamesControl
        className={css.button}
        label="Releases"
        all="any release"
        names={draft.release}
        known={releases.map(({ release }) => release)}
        onChange={(release) => change({ release })}
      />
    </>
  )
}

/** The text of the condition with a control for each threshold. */
function Threshold({ draft, change }: PartProps) {
  const values = thresholdOf(draft)
  const set = (name: string, value: string | number) =>
    change({ threshold: { ...draft.threshold, [name]: value } })
  return thresholdText(draft.when, values)
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <ThresholdControl
          key={part}
          name={part}
          value={values[part] ?? 0}
          onChange={(value) => set(part, value)}
        />
      ),
    )
}

type ControlProps = { name: string; value: string | number; onChange: (value: string | number) => void }

function ThresholdControl({ name, value, onChange }: ControlProps) {
  const label = THRESHOLD_LABELS[name] ?? name
  if (name === 'name')
    return (
      <Select
        label={label}
        value={String(value)}
        options={VITAL_NAMES}
        onChange={(selected) => onChange(selected ?? 'LCP')}
      />
    )
  if (typeof value === 'string')
    return (
      <input
        className={css.text}
        aria-label={label}
        value={value}
        placeholder="every route"
        maxLength={500}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <input
      type="number"
      min="0"
      max="1000000000"
      step="any"
      required
      aria-label={label}
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}

function Origin({ draft: { origin }, change }: PartProps) {
  const isSame = (names: string[]) => names.toSorted().join() === origin.toSorted().join()
  const labels = Object.keys(ORIGINS)
  const current = labels.find((label) => isSame(ORIGINS[label] ?? [])) ?? origin.join(', ')
  return (
    <>
      , and it comes from{' '}
      <Select
        label="Origin"
        value={current}
        options={labels}
        onChange={(label = '') => change({ origin: ORIGINS[label] ?? origin })}
      />
    </>
  )
}

/** Only where there is one to choose. */
function SavedSearch({ draft: { search }, change }: PartProps) {
  const searches = useQuery(savedSearchesQuery()).data?.searches ?? []
  const names = searches.filter(({ list }) => list === 'issues').map(({ id, name }) => [id, name] as const)
  if (names.length === 0 && search === '') return null
  return (
    <>
      , and it matches{' '}
      <Select
        label="Saved search"
        all="any search"
        value={search || undefined}
        options={Object.fromEntries(names)}
        onChange={(id = '') => change({ search: id })}
      />
    </>
  )
}

function Quiet({ draft: { quietAfterDeployMinutes }, change }: PartProps) {
  const minutes = [...new Set([...QUIET_MINUTES, quietAfterDeployMinutes])].toSorted((a, b) => a - b)
  return (
    <select
      aria-label="Wait after a deploy"
      value={quietAfterDeployMinutes}
      onChange={(event) => change({ quietAfterDeployMinutes: Number(event.target.value) })}
    >
      {minutes.map((value) => (
        <option key={value} value={value}>
          {value} min
        </option>
      ))}
    </select>
  )
}
