// The steps below the set-up of Errata's own SDK: the proxy, what to check, the API.
import type { ReactNode } from 'react'
import { LOOPBACK_NOTE, proxies, TRUST_NOTE } from '../../../setup/proxies.ts'
import type { Endpoints } from '../../../setup/setup.ts'
import { Fold } from '../../ui/fold.tsx'
import { AssistantsStep } from '../assistants/index.ts'
import { CodeFigure, Note } from './setup-tabs.tsx'

export function OwnSteps({ endpoints }: { endpoints: Endpoints }) {
  return (
    <>
      <li>
        <ProxyStep endpoints={endpoints}>
          <WithoutRule {...endpoints} />
        </ProxyStep>
      </li>
      <li>
        <AssistantsStep relay={endpoints.relay} Code={CodeFigure} Text={Note} />
      </li>
      <li>
        <Troubleshooting />
      </li>
      <li>
        <ApiStep />
      </li>
    </>
  )
}

function WithoutRule({ relay }: Endpoints) {
  return (
    <Fold title="Without a rule: another origin">
      <Note>{LOOPBACK_NOTE}</Note>
      <p>
        The full address is the option <code>url: '{relay}/monitoring'</code>, or the script{' '}
        <code>{relay}/monitoring.js</code>.
      </p>
    </Fold>
  )
}

type ProxyProps = { endpoints: Endpoints; children?: ReactNode }

/** Also for pages with a Sentry SDK and its option `tunnel`. */
export function ProxyStep({ endpoints, children }: ProxyProps) {
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
      {children}
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
