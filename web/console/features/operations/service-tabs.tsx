// A tab for each service with the number of its operations.
import { Link } from '@tanstack/react-router'
import type { OperationsAnswer } from '../../../../contract/operations.ts'
import { formatCount } from '../../format/format-number.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import css from './operations.module.css'

type Props = {
  services: NonNullable<OperationsAnswer['services']>
  service: string | undefined
  shown: number
}

/** `shown`: rows of the list. */
export function ServiceTabs({ services, service, shown }: Props) {
  const countOf = (name: string) => services.find((tab) => tab.service === name)?.operations ?? 0
  const all = services.reduce((sum, { operations }) => sum + operations, 0)
  const total = service === undefined ? all : countOf(service)
  return (
    <nav className="tabs" aria-label="Service">
      {[undefined, ...services.map((tab) => tab.service)].map((tab) => (
        <Link
          key={tab ?? ''}
          to="/operations"
          search={(current) => ({ ...current, service: tab })}
          // Without it the tab without a service is current on every other tab too.
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          aria-current={service === tab ? 'page' : undefined}
        >
          {tab === undefined ? 'All' : <ServiceName name={tab} />}{' '}
          <small>{formatCount(tab === undefined ? all : countOf(tab))}</small>
        </Link>
      ))}
      <span className={`num ${css.total}`}>
        {formatCount(shown)} of {formatCount(total)} operations
      </span>
    </nav>
  )
}
