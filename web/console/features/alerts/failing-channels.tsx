// Channels that cannot send, for the status of the installation.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Channel } from '../../../../contract/alerts.ts'
import { usePolling } from '../../app/live.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { channelsQuery } from './alerts-query.ts'

const NONE: Channel[] = []

export function useFailingChannels(): Channel[] {
  const channels = useQuery({ ...channelsQuery(), refetchInterval: usePolling() }).data?.channels ?? NONE
  return channels.filter(({ state }) => state !== 'ok')
}

/** Items of a list of problems. */
export function FailingChannels({ channels }: { channels: Channel[] }) {
  return channels.map(({ id, name, state, last }) => (
    <li key={id} className="notice" data-severity="warn">
      <Icon name="alert" small />
      <span>
        The channel{' '}
        <Link to="/alerts" search={{ channel: id }}>
          <UntrustedText text={name} />
        </Link>{' '}
        {state === 'off' ? 'is off' : 'cannot send'}
        {last && (
          <>
            : <UntrustedText text={last.detail} />
          </>
        )}
        . No alert reaches it.
      </span>
    </li>
  ))
}
