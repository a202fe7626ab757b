// The channels: what became of their last message, a test, and the form of the one that is open.
import { Link } from '@tanstack/react-router'
import type { Channel, Rule } from '../../../../../contract/alerts.ts'
import { pluralize } from '../../../format/format-number.ts'
import { AgoOrInstant } from '../../../ui/age.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { AlertChanges } from '../use-alert-changes.ts'
import type { ChannelTests } from '../use-channel-tests.ts'
import { ChannelEditor } from './channel-editor.tsx'
import { KINDS } from './channel-kinds.ts'
import { TestAnswers } from './test-answers.tsx'
import css from './channels.module.css'

type Props = {
  channels: Channel[]
  rules: Rule[]
  openId: string | undefined
  canEdit: boolean
  close: () => void
  changes: AlertChanges
  tests: ChannelTests
}

export function ChannelList({ channels, rules, openId, canEdit, close, changes, tests }: Props) {
  return (
    <ul className={css.channels}>
      {channels.map((channel) => {
        const isOpen = channel.id === openId
        return (
          <li key={channel.id} data-channel={channel.id}>
            <ChannelLine
              channel={channel}
              isOpen={isOpen}
              canEdit={canEdit}
              tests={tests}
              changes={changes}
            />
            {isOpen && canEdit && (
              <ChannelEditor channel={channel} rules={rules} changes={changes} close={close} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

type LineProps = {
  channel: Channel
  isOpen: boolean
  canEdit: boolean
  tests: ChannelTests
  changes: AlertChanges
}

function ChannelLine({ channel, isOpen, canEdit, tests, changes }: LineProps) {
  const { id, name, kind, target, fromFile, state } = channel
  const { icon, label } = KINDS[kind]
  return (
    <div className={css.line}>
      <Icon name={icon} small />
      <p className={css.name} title={plainText(`${label}: ${name}, ${target}`)}>
        <span className="visually-hidden">{label}: </span>
        {fromFile || !canEdit ? (
          <b className="clip">
            <UntrustedText text={name} />
          </b>
        ) : (
          <Link
            to="/alerts"
            search={(current) => ({ ...current, channel: isOpen ? undefined : id })}
            resetScroll={false}
            className={`clip ${css.link}`}
            aria-expanded={isOpen}
          >
            <UntrustedText text={name} />
          </Link>
        )}
        <code className="clip faint">
          <UntrustedText text={target} />
        </code>
        {fromFile && <small>from the file</small>}
      </p>
      <div className={css.below}>
        <ChannelState channel={channel} />
        <TestAnswers channels={[channel]} tests={tests} isNamed />
      </div>
      {canEdit && (
        <div className={css.actions}>
          {/* One of the file is on again after a test that succeeds. */}
          {state !== 'ok' && !fromFile && (
            <button type="button" onClick={() => void changes.changeChannel(channel, { state: 'ok' })}>
              {state === 'off' ? 'Switch on' : 'Try again'}
            </button>
          )}
          <button
            type="button"
            aria-label={`Test ${plainText(name)}`}
            disabled={tests.answers[id] === 'sending'}
            onClick={() => tests.send([channel])}
          >
            Test
          </button>
        </div>
      )}
    </div>
  )
}

const STATES = {
  off: ['Off', 'error', 'alert'],
  failing: ['Failing', 'error', 'alert'],
  sent: ['Sent', 'ok', 'resolved'],
  waiting: ['Not sent yet', 'warn', 'clock'],
} as const

function ChannelState({ channel: { state, last, waiting } }: { channel: Channel }) {
  const waits = waiting > 0 && `${pluralize(waiting, 'change')} to send`
  if (!last) return <p className="faint">{waits || 'nothing sent yet'}</p>
  const isSent = last.status === 'sent'
  const [word, severity, icon] = STATES[state === 'ok' ? (isSent ? 'sent' : 'waiting') : state]
  return (
    <p className={css.state} data-severity={severity}>
      <Icon name={icon} small />
      <span>
        <b>{word}</b> <UntrustedText text={last.detail} />, <AgoOrInstant at={last.at} />
        {waits && <span>, {waits}</span>}
      </span>
    </p>
  )
}
