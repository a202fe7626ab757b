// The name of a service with its colour.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { servicesQuery } from '../features/status/status-query.ts'
import { UntrustedText } from './untrusted-text.tsx'
import { assignColors } from '../format/service-colors.ts'

/** The colour of every service of the installation, and of the names passed. */
export function useServiceColors(names: string[] = []): Map<string, number> {
  const { data } = useQuery(servicesQuery())
  const key = names.join('\n')
  return useMemo(
    () =>
      assignColors([...(data?.services ?? []).map(({ name }) => name), ...key.split('\n').filter(Boolean)]),
    [data, key],
  )
}

export function ServiceName({ name }: { name: string }) {
  return (
    <span className="service" data-service={useServiceColors([name]).get(name)}>
      <UntrustedText text={name} />
    </span>
  )
}
