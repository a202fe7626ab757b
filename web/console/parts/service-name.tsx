import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { services } from '../api/issues.ts'
import { hues } from '../service-colors.ts'

/** The hue of each service that is known, and of those named here. */
export function useHues(more: string[] = []): Map<string, number> {
  const { data } = useQuery(services())
  const key = more.join('\n')
  return useMemo(
    () => hues([...(data?.services ?? []).map(({ name }) => name), ...key.split('\n').filter(Boolean)]),
    [data, key],
  )
}

/** A swatch and the name. */
export function Service({ name, className = '' }: { name: string; className?: string | undefined }) {
  const hue = useHues([name]).get(name)
  return (
    <span className={`service ${className}`} data-service={hue}>
      {name}
    </span>
  )
}
