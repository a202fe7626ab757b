// How to watch an app: four lines, and a panel that waits with you until the first event is stored.

import { Icon } from '../../parts/icon.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Arrival } from './connect-checklist.tsx'
import { Ways } from './setup-tabs.tsx'
import css from '../guide.module.css'

export function ConnectScreen() {
  return (
    <Screen title="Connect">
      <div className={css.layout}>
        <div>
          <h1>Send the first error</h1>
          <p className={`${css.lead} ${css.large}`}>
            Four lines. They post to <code>/monitoring</code> on your own origin, and nothing leaves your
            house.
          </p>
          <ol className={css.steps}>
            <li>
              <Ways />
            </li>
            <li>
              <h2>
                <span>
                  Let <code>/monitoring</code> reach the relay
                </span>
                <small className="faint">one rule in front of your app</small>
              </h2>
              <Fold title="Vite, while developing">
                <pre>
                  <code>{`server: { proxy: { '/monitoring': '${location.origin}' } }`}</code>
                </pre>
              </Fold>
              <Fold title="nginx">
                <pre>
                  <code>{`location /monitoring { proxy_pass ${location.origin}; }`}</code>
                </pre>
              </Fold>
              <Fold title="Caddy">
                <pre>
                  <code>{`reverse_proxy /monitoring* ${location.host}`}</code>
                </pre>
              </Fold>
              <Fold title="No rule at all: another origin">
                <p>
                  Give the script tag this address, <code>{location.origin}/monitoring.js</code>, and start
                  the relay with your page’s origin in <code>ALLOWED_ORIGINS</code>. Pages on this machine may
                  send without that.
                </p>
              </Fold>
            </li>
            <li>
              <h2>Nothing arrives?</h2>
              <Fold title="The browser refuses to send">
                <p>
                  A content policy must allow it: <code>script-src 'self'; connect-src 'self'</code>. The
                  console of the page names the rule that stopped it.
                </p>
              </Fold>
              <Fold title="/monitoring answers 404 or with HTML">
                <p>The rule of the step above is missing, or your app’s own router caught the path first.</p>
              </Fold>
            </li>
          </ol>
        </div>
        <Arrival />
      </div>
    </Screen>
  )
}

function Fold({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details>
      <summary>
        <Icon name="right" small />
        {title}
      </summary>
      {children}
    </details>
  )
}
