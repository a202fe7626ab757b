// A name with the color that it has everywhere.
import { useContext, useMemo } from 'react'
import { assignColors, distinctColors } from '../format/service-colors.ts'
import { ServiceNamesContext } from './service-names.ts'
import { UntrustedText } from './untrusted-text.tsx'

/** The color of each of these services, which are seen together. */
export function useServiceColors(services: string[]): Map<string, number> {
  const all = useContext(ServiceNamesContext)
  const key = services.join('\n')
  return useMemo(() => {
    const names = key.split('\n').filter(Boolean)
    return distinctColors(names, assignColors([...all, ...names]))
  }, [all, key])
}

/** `color`: of the service in a chart that it is the legend of. */
export function ServiceName({ name, color }: { name: string; color?: number | undefined }) {
  const own = useServiceColors([name]).get(name)
  return (
    <span className="service" data-service={color ?? own}>
      <UntrustedText text={name} />
    </span>
  )
}
