// The list of rules. The open one has its sentence below its row.
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Channel, Rule } from '../../../../../contract/alerts.ts'
import { SERVICE_CHANNEL } from '../../../../../contract/service-channel.ts'
import { Bars } from '../../../charts/spark-line.tsx'
import { pluralize } from '../../../format/format-number.ts'
import { Age } from '../../../ui/age.tsx'
import type { Roving } from '../../../ui/roving.ts'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { ChannelTests } from '../use-channel-tests.ts'
import type { AlertRights } from '../use-alert-rights.ts'
import type { AlertChanges } from '../use-alert-changes.ts'
import type { RuleDrafts } from '../use-rule-drafts.ts'
import { WithoutChannel } from './channel-chips.tsx'
import { RuleEditor } from './rule-editor.tsx'
import css from './rules.module.css'

type Props = {
  rules: Rule[]
  channels: Channel[]
  drafts: RuleDrafts
  changes: AlertChanges
  may: AlertRights
  tests: ChannelTests
  roving: Roving
  setList: (element: HTMLElement | null) => void
}

export function RuleTable({ rules, channels, drafts, changes, may, tests, roving, setList }: Props) {
  const { edited } = drafts
  const editor = edited && (
    <tr className={css.open}>
      <td colSpan={5}>
        {/* Another rule has its own fields. */}
        <RuleEditor
          key={edited.rule?.id}
          edited={edited}
          channels={channels}
          drafts={drafts}
          changes={changes}
          may={may}
          tests={tests}
        />
      </td>
    </tr>
  )
  return (
    <table aria-label="Rules" className={css.rules}>
      <thead>
        <tr>
          <th className={css.on}>On</th>
          <th>When</th>
          <th className={css.channels}>Channels</th>
          <th className={css.week}>Messages, 7 days</th>
          <th className={`num ${css.last}`}>Evaluated</th>
        </tr>
      </thead>
      <tbody ref={setList}>
        {edited?.rule === null && editor}
        {rules.map((rule, index) => (
          <Fragment key={rule.id}>
            <RuleRow
              rule={rule}
              index={index}
              isOpen={rule.id === edited?.rule?.id}
              hasDraft={drafts.hasDraft(rule)}
              canEdit={may.rules && !rule.fromFile}
              channels={channels}
              roving={roving}
              toggle={() => changes.switchRule(rule)}
            />
            {rule.id === edited?.rule?.id && editor}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  rule: Rule
  index: number
  isOpen: boolean
  hasDraft: boolean
  canEdit: boolean
  channels: Channel[]
  roving: Roving
  toggle: () => void
}

function RuleRow({ rule, index, isOpen, hasDraft, canEdit, channels, roving, toggle }: RowProps) {
  const { id, name, enabled, last, error, sent, fromFile } = rule
  const messages = sent.reduce((sum, count) => sum + count, 0)
  const tabIndex = roving.tabIndexOf(index)
  return (
    <tr {...roving.rowProps(index)} aria-selected={isOpen} className={enabled ? undefined : css.off}>
      <td className={css.on}>
        <label>
          <input
            type="checkbox"
            role="switch"
            className={css.switch}
            checked={enabled}
            disabled={!canEdit}
            tabIndex={tabIndex}
            aria-label={plainText(name)}
            onChange={toggle}
          />
        </label>
      </td>
      <th scope="row" className={css.name}>
        <Link
          to="/alerts"
          search={(current) => ({ ...current, rule: isOpen ? undefined : id })}
          resetScroll={false}
          className={css.link}
          tabIndex={tabIndex}
          aria-expanded={isOpen}
          title={plainText(name)}
        >
          <UntrustedText text={name} />
        </Link>
        {hasDraft && <small> not saved</small>}
        {fromFile && <small> from the file</small>}
      </th>
      <td className={`clip ${css.channels}`}>
        <ChannelNames rule={rule} channels={channels} />
      </td>
      <td className={css.week}>
        <span>
          <Bars values={sent} />
          <data className="num" value={messages} aria-label={pluralize(messages, 'message')}>
            {messages}
          </data>
        </span>
      </td>
      <td
        className={`num ${css.last} ${error ? 'bad' : 'faint'}`}
        title={plainText(error ?? last?.reason ?? '')}
      >
        {error ? 'failed' : enabled && last ? <Age at={last.at} /> : '–'}
      </td>
    </tr>
  )
}

function ChannelNames({ rule, channels }: { rule: Rule; channels: Channel[] }) {
  const nameOf = (id: string) =>
    id === SERVICE_CHANNEL
      ? 'the channel of the service'
      : (channels.find((channel) => channel.id === id)?.name ?? [])
  const names = rule.channels.flatMap(nameOf)
  if (names.length === 0) return rule.enabled ? <WithoutChannel /> : 'nobody'
  return <UntrustedText text={names.join(', ')} />
}
