// Services: who owns each, where its code and its tickets are, and where its alerts go.
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { ServiceSettings, ServiceSettingsAnswer } from '../../../../../contract/settings.ts'
import { pluralize } from '../../../format/format-number.ts'
import { useMay } from '../../../http/access.ts'
import { QueryState } from '../../../http/query-state.tsx'
import { AgoOrInstant } from '../../../ui/age.tsx'
import { ServiceName } from '../../../ui/service-name.tsx'
import { plainText, UntrustedCode, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { serviceSettingsQuery } from '../../../search/option-queries.ts'
import { ServiceEditor } from './service-editor.tsx'
import section from '../section.module.css'
import css from './services.module.css'

/** With more, a field filters them. */
const MANY = 15

export function ServiceSection() {
  const query = useQuery(serviceSettingsQuery())
  const [filter, setFilter] = useState('')
  const services = query.data?.services ?? []
  const shown = services.filter(({ service, owners }) =>
    [service, ...owners].some((name) => name.toLowerCase().includes(filter.trim().toLowerCase())),
  )
  return (
    <>
      <header className={section.head}>
        <h1>Services</h1>
        {query.data && (
          <p className="caption">
            {pluralize(services.length, 'service')}. A new one appears here with its first event.
          </p>
        )}
        {services.length > MANY && (
          <input
            type="search"
            className="push"
            aria-label="Filter by name or owner"
            placeholder="Filter by name or owner"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        )}
      </header>
      <QueryState query={query} label="services" />
      {query.data && services.length > 0 && shown.length === 0 && (
        <p className="faint">No service has this name or owner.</p>
      )}
      {query.data && shown.length > 0 && <ServiceTable {...query.data} services={shown} />}
    </>
  )
}

function ServiceTable({ services, channels }: ServiceSettingsAnswer) {
  const [open, setOpen] = useState('')
  const mayEdit = useMay('admin')
  return (
    <table aria-label="Services" className={`cards ${section.labelled} ${css.services}`}>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">Owners</th>
          <th scope="col">Alerts go to</th>
          <th scope="col">Tickets</th>
          <th scope="col">Repository</th>
        </tr>
      </thead>
      <tbody>
        {services.map((settings) => {
          const canEdit = mayEdit(settings.service)
          const isOpen = canEdit && settings.service === open
          return (
            <Fragment key={settings.service}>
              <ServiceRow
                settings={settings}
                channel={channels.find(({ id }) => id === settings.channel)?.name ?? ''}
                isOpen={isOpen}
                toggle={canEdit ? () => setOpen(isOpen ? '' : settings.service) : undefined}
              />
              {isOpen && (
                <tr className={css.open}>
                  <td colSpan={5}>
                    <ServiceEditor settings={settings} channels={channels} close={() => setOpen('')} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** `toggle`: without it the reader may not change anything. */
type RowProps = {
  settings: ServiceSettings
  channel: string
  isOpen: boolean
  toggle: (() => void) | undefined
}

function ServiceRow({ settings, channel, isOpen, toggle }: RowProps) {
  const { service, lastSeen, owners, repository, ticketTemplate } = settings
  return (
    <tr aria-selected={isOpen}>
      <th scope="row">
        {toggle ? (
          <button
            type="button"
            className={css.name}
            title={plainText(service)}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <ServiceName name={service} />
          </button>
        ) : (
          <ServiceName name={service} />
        )}
        <small>
          <AgoOrInstant at={lastSeen} />
        </small>
      </th>
      <Value label="Owners" value={owners.join(', ')} empty="nobody" />
      <Value label="Alerts" value={channel} empty="as the rules say" />
      <Value label="Tickets" value={hostOf(ticketTemplate)} empty="–" />
      <td className={`clip ${css.repository}`} data-label="Repository" title={repository ?? undefined}>
        {repository ? (
          <UntrustedCode text={repository.replace(/^https?:\/\//, '')} />
        ) : (
          <span className="faint">–</span>
        )}
      </td>
    </tr>
  )
}

function Value({ label, value, empty }: { label: string; value: string; empty: string }) {
  return (
    <td data-label={label} className="clip" title={value || undefined}>
      {value === '' ? <span className="faint">{empty}</span> : <UntrustedText text={value} />}
    </td>
  )
}

function hostOf(template: string | null): string {
  return template === null ? '' : (URL.parse(template.replaceAll(/[{}]/g, ''))?.host ?? '')
}
