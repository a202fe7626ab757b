// How to connect an application, beside a panel that shows the first event when it is stored.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EXAMPLE_PROJECT, SENTRY, SENTRY_KEY, sentryDsn, type SentryProject } from '../../../setup/sentry.ts'
import { setups } from '../../../setup/setups.ts'
import { type Health, healthQuery } from '../../http/health.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { Screen } from '../../app/screen.tsx'
import { ConnectChecklist } from './connect-checklist.tsx'
import { OwnSteps } from './own-steps.tsx'
import { SentryDsn } from './sentry-dsn.tsx'
import { SentrySteps } from './sentry-steps.tsx'
import { SetupSteps, SetupTabs } from './setup-tabs.tsx'
import css from './connect.module.css'

const route = getRouteApi('/connect')

export function ConnectScreen() {
  const { origin, hostname } = location
  // The launcher's port. Replace it with the address of your own collector.
  const endpoints = { relay: origin, collector: `http://${hostname}:4318` }
  const own = setups(endpoints)
  const tabs = [...own, SENTRY]
  const { setup: id } = route.useSearch()
  const navigate = route.useNavigate()
  const selected = tabs.find((tab) => tab.id === id) ?? tabs[0]!
  const setup = own.find((each) => each.id === selected.id)
  const { projects, isNamed } = sentryProjects(useQuery(healthQuery()).data)
  const [number, setNumber] = useState<string>()
  const project = projects.find((each) => each.number === number) ?? projects[0]
  const copyDsn = () => void copyText(sentryDsn(endpoints, project))
  const onSelect = (tab: string) => void navigate({ search: { setup: tab }, replace: true })
  return (
    <Screen shortcuts={setup ? [] : [{ keys: 'c', label: 'copy the DSN', run: copyDsn }]}>
      <div className={css.layout}>
        <div>
          {setup ? <OwnLead /> : <SentryLead />}
          <ol className={css.steps}>
            <li>
              <SetupTabs tabs={tabs} selected={selected.id} onSelect={onSelect}>
                {setup ? (
                  <SetupSteps {...setup} />
                ) : (
                  <SentryDsn {...{ endpoints, projects, project, isNamed }} onProject={setNumber} />
                )}
              </SetupTabs>
            </li>
            {setup ? (
              <OwnSteps endpoints={endpoints} />
            ) : (
              <SentrySteps endpoints={endpoints} project={project} />
            )}
          </ol>
        </div>
        <ConnectChecklist isSentry={!setup} />
      </div>
    </Screen>
  )
}

/** `isNamed`: SENTRY_PROJECTS names them. Without it, the first is an example. */
type Projects = { projects: [SentryProject, ...SentryProject[]]; isNamed: boolean }

function sentryProjects(health: Health | undefined): Projects {
  const { projects = {}, keys = [] } = health?.sentry ?? {}
  const key = keys[0] ?? SENTRY_KEY
  const [first, ...others] = Object.entries(projects).map(([number, service]) => ({ number, service, key }))
  return first
    ? { projects: [first, ...others], isNamed: true }
    : { projects: [{ ...EXAMPLE_PROJECT, key }], isNamed: false }
}

function OwnLead() {
  return (
    <>
      <h1>Send the first error</h1>
      <p className={`lead ${css.lead}`}>
        Pages send errors and traces to <code>/monitoring</code> on the origin of your application, servers to
        the collector. The data stays on your server. An application with a Sentry SDK keeps it:{' '}
        <Link to="/connect" search={{ setup: SENTRY.id }}>
          change one line
        </Link>
        .
      </p>
    </>
  )
}

function SentryLead() {
  return (
    <>
      <h1>Already have a Sentry SDK? Change one line</h1>
      <p className={`lead ${css.lead}`}>
        Errors and traces then arrive here. The SDK, its settings and your code stay as they are. To go back,
        change the line back.
      </p>
    </>
  )
}
