// The services that somebody may view.
import { ServiceName } from '../../ui/service-name.tsx'

/** `services`: names, or patterns such as `shop-*`. */
export function Services({ services }: { services: string[] }) {
  if (services.includes('*')) return 'all services'
  return services.map((service) => <ServiceName key={service} name={service} />)
}

/** The patterns in a text field, separated by commas; empty: all services. */
export function parseServices(text: string): string[] {
  const services = text.split(/[\s,]+/).filter((part) => part !== '')
  return services.length === 0 ? ['*'] : services
}
