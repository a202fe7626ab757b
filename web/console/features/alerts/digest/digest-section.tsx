// The digest: when it is sent, and to which channels. It is saved as a whole.
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Channel, DigestSettings } from '../../../../../contract/alerts.ts'
import { QueryState } from '../../../http/query-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { ChannelChips } from '../rules/channel-chips.tsx'
import sentence from '../rules/sentence.module.css'
import screen from '../alerts.module.css'
import { digestQuery, type DigestDraft, useDigestDraft, zonesWith } from './digest-draft.ts'
import css from './digest.module.css'

const WEEKDAYS = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
}
const HOURS = Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [hour, `${hour}:00`]))

/** Nothing without a channel: the form of the first one is more important. */
export function DigestSection({ channels, canEdit }: { channels: Channel[]; canEdit: boolean }) {
  const query = useQuery({ ...digestQuery(), enabled: channels.length > 0 })
  if (channels.length === 0) return null
  return (
    <section aria-labelledby="digest" className={css.section}>
      <header className={screen.head}>
        <h2 id="digest">Digest</h2>
        <small>what changed, in one message</small>
      </header>
      <QueryState query={query} label="digest" thin />
      {query.data && <DigestForm settings={query.data} channels={channels} canEdit={canEdit} />}
    </section>
  )
}

type FormProps = { settings: DigestSettings; channels: Channel[]; canEdit: boolean }

function DigestForm({ settings, channels, canEdit }: FormProps) {
  const { draft, change, discard, save, hasChanges, isSaving, error } = useDigestDraft(settings)
  const { fromFile } = settings
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form aria-labelledby="digest" onSubmit={submit}>
      <fieldset disabled={fromFile || !canEdit} className={css.fields}>
        <Week draft={draft} change={change} />
        <label>
          <input
            type="checkbox"
            checked={draft.releases}
            onChange={(event) => change({ releases: event.target.checked })}
          />
          Of a release when it is 24 hours old
        </label>
        <div className={sentence.sentence}>
          Send to{' '}
          <ChannelChips
            ids={draft.channels}
            // A pager has no form for it.
            channels={channels.filter(({ kind }) => kind !== 'pagerduty')}
            change={(ids) => change({ channels: ids })}
          />
          .
        </div>
        <State draft={draft} />
        {fromFile && (
          <p className={css.note}>
            <Icon name="terminal" small />
            The digest is set in the file of alerts. Change it there.
          </p>
        )}
        {error !== null && (
          <p role="alert" className="bad">
            {error}
          </p>
        )}
        {hasChanges && (
          <div className="controls">
            <button type="submit" className="primary" disabled={isSaving}>
              Save
            </button>
            <button type="button" className="quiet" onClick={discard}>
              Discard changes
            </button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

type PartProps = { draft: DigestDraft; change: (change: Partial<DigestDraft>) => void }

function Week({ draft, change }: PartProps) {
  const { weekly, weekday, hour, zone } = draft
  return (
    <div className={css.week}>
      <input
        type="checkbox"
        aria-label="Each week"
        checked={weekly}
        onChange={(event) => change({ weekly: event.target.checked })}
      />
      <p className={sentence.sentence}>
        Each{' '}
        <Select
          label="Day"
          value={String(weekday)}
          options={WEEKDAYS}
          onChange={(value) => change({ weekday: Number(value) })}
        />{' '}
        at{' '}
        <Select
          label="Hour"
          value={String(hour)}
          options={HOURS}
          onChange={(value) => change({ hour: Number(value) })}
        />{' '}
        in{' '}
        <Select
          label="Time zone"
          value={zone}
          options={zonesWith(zone)}
          onChange={(value = 'UTC') => change({ zone: value })}
        />
      </p>
    </div>
  )
}

function State({ draft: { weekly, releases, channels } }: { draft: DigestDraft }) {
  const isOff = !weekly && !releases
  if (!isOff && channels.length > 0) return null
  return (
    <p className={css.note}>
      <Icon name="ignored" small />
      {isOff ? 'The digest is off.' : 'The digest is not sent: nobody receives it.'}
    </p>
  )
}
