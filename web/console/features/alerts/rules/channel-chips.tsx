// The channels of a rule, or of the digest, in its sentence, with a button that adds another one.
import { useId } from 'react'
import type { Channel } from '../../../../../contract/alerts.ts'
import { SERVICE_CHANNEL } from '../../../../../contract/service-channel.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useHasServiceChannels } from './use-service-channels.ts'
import { KINDS } from '../channels/channel-kinds.ts'
import css from './sentence.module.css'

/** `ofService`: the channel of the service can be chosen too. */
type Props = { ids: string[]; channels: Channel[]; ofService?: boolean; change: (ids: string[]) => void }

type Choice = { id: string; name: string; icon: IconName }

const OF_SERVICE: Choice = { id: SERVICE_CHANNEL, name: 'the channel of the service', icon: 'tag' }

export function ChannelChips({ ids, channels, ofService = false, change }: Props) {
  const menu = useId()
  const choices = channels.map(({ id, name, kind }): Choice => ({ id, name, icon: KINDS[kind].icon }))
  if (ofService) choices.push(OF_SERVICE)
  const chosen = choices.filter(({ id }) => ids.includes(id))
  const others = choices.filter(({ id }) => !ids.includes(id))
  const add = (id: string) => {
    document.getElementById(menu)?.hidePopover()
    change([...ids, id])
  }
  return (
    <>
      {chosen.length === 0 && (ofService ? <WithoutChannel /> : <span className={css.nobody}>nobody</span>)}
      {chosen.map(({ id, name, icon }, index) => (
        <span key={id}>
          {index > 0 && (index === chosen.length - 1 ? ' and ' : ', ')}
          <span className={css.channel}>
            <Icon name={icon} small />
            <span className="clip" title={plainText(name)}>
              <UntrustedText text={name} />
            </span>
            <button
              type="button"
              className="bare"
              aria-label={`Remove ${plainText(name)}`}
              onClick={() => change(ids.filter((other) => other !== id))}
            >
              <Icon name="close" small />
            </button>
          </span>
        </span>
      ))}
      {others.length > 0 && (
        <span className={css.names}>
          {' '}
          <button
            type="button"
            className={css.add}
            popoverTarget={menu}
            aria-label="Add a channel"
            title="Add a channel"
          >
            <Icon name="plus" small />
          </button>
          <menu id={menu} popover="auto" aria-label="Channels" className={css.menu}>
            {others.map(({ id, name, icon }) => (
              <li key={id}>
                <button type="button" onClick={() => add(id)}>
                  <Icon name={icon} small />
                  <UntrustedText text={name} />
                </button>
              </li>
            ))}
          </menu>
        </span>
      )}
    </>
  )
}

/** Of a rule: it tells the channel of the service, where one is set. */
export function WithoutChannel() {
  if (useHasServiceChannels()) return 'the channel of the service'
  return <span className={css.nobody}>nobody</span>
}
