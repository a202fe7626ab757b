// A name with the color that it has everywhere.
import { useContext, useMemo } from 'react'
import { assignColors } from '../format/service-colors.ts'
import { ServiceNamesContext } from './service-names.ts'
import { UntrustedText } from './untrusted-text.tsx'

/** The color of each name of the installation, and of the names passed. */
export function useServiceColors(names: string[] = []): Map<string, number> {
  const all = useContext(ServiceNamesContext)
  const key = names.join('\n')
  return useMemo(() => assignColors([...all, ...key.split('\n').filter(Boolean)]), [all, key])
}

export function ServiceName({ name }: { name: string }) {
  return (
    <span className="service" data-service={useServiceColors([name]).get(name)}>
      <UntrustedText text={name} />
    </span>
  )
}
