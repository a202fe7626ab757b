// The services that somebody may view, and the control that changes them.
import { useContext } from 'react'
import type { Rights } from '../../../../contract/people.ts'
import { NamesControl } from '../../ui/names-control.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { ServiceNamesContext } from '../../ui/service-names.ts'
import css from './people.module.css'

const ALL = 'all services'
const HINT = 'A pattern such as shop-* also gives the services that come later.'
/** More would make a row too high; the title of the control has all. */
const MAX_SHOWN = 4

/** `services`: names, or patterns such as `shop-*`. */
export function Services({ services, all = ALL }: { services: string[]; all?: string }) {
  if (services.includes('*')) return <span className={css.muted}>{all}</span>
  const others = services.length - MAX_SHOWN
  return (
    <span className={css.services} title={services.join(', ')}>
      {services.slice(0, MAX_SHOWN).map((service) => (
        <ServiceName key={service} name={service} />
      ))}
      {others > 0 && <span className={css.muted}>and {others} more</span>}
    </span>
  )
}

/** Of somebody in several groups: each role with its services. */
export function SeveralRights({ rights }: { rights: Rights[] }) {
  return (
    <ul className={css.several}>
      {rights.map(({ role, services }) => (
        <li key={role}>
          <span>{role}</span> <Services services={services} />
        </li>
      ))}
    </ul>
  )
}

/** `label`: of the group. `all`: the text without a limit. `onClose`: when the choice is complete. */
type Props = {
  label: string
  services: string[]
  all?: string
  className?: string | undefined
  onChange: (services: string[]) => void
  onClose?: () => void
}

export function ServicesControl({ services, all = ALL, onChange, ...props }: Props) {
  const names = useContext(ServiceNamesContext)
  return (
    <NamesControl
      {...props}
      all={all}
      names={services.includes('*') ? [] : services}
      known={names}
      hint={HINT}
      onChange={(names) => onChange(names.length === 0 ? ['*'] : names)}
    >
      <Services services={services} all={all} />
    </NamesControl>
  )
}
