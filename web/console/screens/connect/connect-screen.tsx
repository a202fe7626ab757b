// How to connect an application, beside a panel that shows the first event when it is stored.
import { Fold } from '../../parts/fold.tsx'
import { Screen } from '../../parts/screen.tsx'
import { ConnectChecklist } from './connect-checklist.tsx'
import { SetupTabs } from './setup-tabs.tsx'
import css from './connect.module.css'

export function ConnectScreen() {
  return (
    <Screen title="Connect">
      <div className={css.layout}>
        <div>
          <h1>Send the first error</h1>
          <p className={css.lead}>
            Four lines of code send errors and traces to <code>/monitoring</code> on the origin of your
            application. The data stays on your server.
          </p>
          <ol className={css.steps}>
            <li>
              <SetupTabs />
            </li>
            <li>
              <ProxyStep />
            </li>
            <li>
              <Troubleshooting />
            </li>
          </ol>
        </div>
        <ConnectChecklist />
      </div>
    </Screen>
  )
}

function ProxyStep() {
  return (
    <>
      <h2>
        <span>
          Route <code>/monitoring</code> to the relay
        </span>
        <small className="faint">one rule in your web server</small>
      </h2>
      <Fold title="Vite development server">
        <Code>{`server: { proxy: { '/monitoring': '${location.origin}' } }`}</Code>
      </Fold>
      <Fold title="nginx">
        <Code>{`location /monitoring { proxy_pass ${location.origin}; }`}</Code>
      </Fold>
      <Fold title="Caddy">
        <Code>{`reverse_proxy /monitoring* ${location.host}`}</Code>
      </Fold>
      <Fold title="Without a rule: another origin">
        <p>
          Use <code>{location.origin}/monitoring.js</code> in the script tag, and start the relay with the
          origin of your page in <code>ALLOWED_ORIGINS</code>. Pages on this machine need no entry.
        </p>
      </Fold>
    </>
  )
}

function Troubleshooting() {
  return (
    <>
      <h2>Nothing arrives?</h2>
      <Fold title="The browser blocks the requests">
        <p>
          A Content Security Policy must allow <code>script-src 'self'; connect-src 'self'</code>. The browser
          console names the directive that blocked the request.
        </p>
      </Fold>
      <Fold title="/monitoring answers 404 or HTML">
        <p>The rule above is missing, or the router of your application handles the path first.</p>
      </Fold>
    </>
  )
}

function Code({ children }: { children: string }) {
  return (
    <pre>
      <code>{children}</code>
    </pre>
  )
}
