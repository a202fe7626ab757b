// What the receivers answered to a test.
import type { Channel } from '../../../../../contract/alerts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { ChannelTests } from '../use-channel-tests.ts'
import css from './channels.module.css'

/** `isNamed`: the name of the channel is beside it. */
type Props = { channels: Channel[]; tests: ChannelTests; isNamed?: boolean }

export function TestAnswers({ channels, tests, isNamed = false }: Props) {
  return (
    <span role="status" className={css.answers}>
      {channels.map(({ id, name }) => {
        const answer = tests.answers[id]
        if (answer === undefined) return null
        if (answer === 'sending') return <span key={id}>Sending a test…</span>
        const { delivered, detail } = answer
        return (
          <span key={id} className={css.answer} data-severity={delivered ? 'ok' : 'error'}>
            <Icon name={delivered ? 'resolved' : 'alert'} small />
            <span>
              <b>{delivered ? 'Sent' : 'Not sent'}</b>{' '}
              {!isNamed && (
                <>
                  to <UntrustedText text={name} />:{' '}
                </>
              )}
              <UntrustedText text={detail} />
            </span>
          </span>
        )
      })}
    </span>
  )
}
