// How to connect an application, beside a panel that shows the first event when it is stored.
import type { ReactNode } from 'react'
import { LOOPBACK_NOTE, proxies, TRUST_NOTE } from '../../../setup/proxies.ts'
import type { Endpoints } from '../../../setup/setup.ts'
import { Fold } from '../../ui/fold.tsx'
import { Screen } from '../../app/screen.tsx'
import { ConnectChecklist } from './connect-checklist.tsx'
import { InlineCode } from './inline-code.tsx'
import { CodeFigure, SetupTabs } from './setup-tabs.tsx'
import css from './connect.module.css'

export function ConnectScreen() {
  const { origin, hostname } = location
  // The launcher's port. Replace it with the address of your own collector.
  const endpoints = { relay: origin, collector: `http://${hostname}:4318` }
  return (
    <Screen>
      <div className={css.layout}>
        <div>
          <h1>Send the first error</h1>
          <p className={`lead ${css.lead}`}>
            Pages send errors and traces to <code>/monitoring</code> on the origin of your application,
            servers to the collector. The data stays on your server.
          </p>
          <ol className={css.steps}>
            <li>
              <SetupTabs endpoints={endpoints} />
            </li>
            <li>
              <ProxyStep endpoints={endpoints} />
            </li>
            <li>
              <Troubleshooting />
            </li>
            <li>
              <ApiStep />
            </li>
          </ol>
        </div>
        <ConnectChecklist />
      </div>
    </Screen>
  )
}

function ProxyStep({ endpoints }: { endpoints: Endpoints }) {
  return (
    <>
      <h2 className="line">
        <span>
          Route <code>/monitoring</code> to the relay
        </span>
        <small className="faint">one rule in your web server</small>
      </h2>
      <Note>{TRUST_NOTE}</Note>
      {proxies(endpoints).map(({ id, name, steps }) => (
        <Fold key={id} title={name}>
          {steps.map(({ file, code }) => (
            <CodeFigure key={file} file={file} code={code} />
          ))}
        </Fold>
      ))}
      <Fold title="Without a rule: another origin">
        <Note>{LOOPBACK_NOTE}</Note>
        <p>
          The full address is the option <code>url: '{endpoints.relay}/monitoring'</code>, or the script{' '}
          <code>{endpoints.relay}/monitoring.js</code>.
        </p>
      </Fold>
    </>
  )
}

/** How scripts and other programs query the API. */
function ApiStep() {
  const code = `curl -H "Authorization: Bearer $TOKEN" ${location.origin}/api/issues?range=24h`
  return (
    <>
      <h2 className="line">
        <span>Query it from a script</span>
        <small className="faint">what this console shows, as JSON</small>
      </h2>
      <p>
        <a href="/api/openapi.json">openapi.json</a> describes all paths of <code>/api</code> (OpenAPI 3.1).
        With a password, start the relay with a secret in <code>API_TOKENS</code> and send it as a bearer
        token.
      </p>
      <CodeFigure file="Terminal" code={code} />
    </>
  )
}

function Note({ children }: { children: string }): ReactNode {
  return (
    <p>
      <InlineCode text={children} />
    </p>
  )
}

function Troubleshooting() {
  return (
    <>
      <h2>Nothing arrives?</h2>
      <Fold title="The browser blocks the requests">
        <p>
          A Content Security Policy must allow <code>script-src 'self'; connect-src 'self'</code>, and the
          hashes that the Vite plugin prints. The browser console names the directive that blocked the
          request.
        </p>
      </Fold>
      <Fold title="/monitoring answers 404 or HTML">
        <p>The rule above is missing, or the router of your application handles the path first.</p>
      </Fold>
      <Fold title="npm ci fails with EINTEGRITY for @errata/monitoring">
        <p>
          Errata was upgraded, and the package with it: run the <code>npm install</code> command again. To be
          independent of the relay, download <code>/monitoring.tgz</code> and install the file.
        </p>
      </Fold>
    </>
  )
}
