// The channels of a rule in its sentence, with a button that adds another one.
import { useId } from 'react'
import type { Channel } from '../../../../../contract/alerts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { KINDS } from '../channels/channel-kinds.ts'
import css from './sentence.module.css'

type Props = { ids: string[]; channels: Channel[]; change: (ids: string[]) => void }

export function ChannelChips({ ids, channels, change }: Props) {
  const menu = useId()
  const chosen = channels.filter(({ id }) => ids.includes(id))
  const others = channels.filter(({ id }) => !ids.includes(id))
  const add = (id: string) => {
    document.getElementById(menu)?.hidePopover()
    change([...ids, id])
  }
  return (
    <>
      {chosen.length === 0 && <span className={css.nobody}>nobody</span>}
      {chosen.map(({ id, name, kind }, index) => (
        <span key={id}>
          {index > 0 && (index === chosen.length - 1 ? ' and ' : ', ')}
          <span className={css.channel}>
            <Icon name={KINDS[kind].icon} small />
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
            {others.map(({ id, name, kind }) => (
              <li key={id}>
                <button type="button" onClick={() => add(id)}>
                  <Icon name={KINDS[kind].icon} small />
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
