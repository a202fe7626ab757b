// Whether a rule without a channel tells anybody.
import { useQuery } from '@tanstack/react-query'
import { serviceSettingsQuery } from '../../../search/option-queries.ts'

/** True where some service has a channel: the rule tells it. */
export function useHasServiceChannels(): boolean {
  const services = useQuery(serviceSettingsQuery()).data?.services ?? []
  return services.some(({ channel }) => channel !== null)
}
