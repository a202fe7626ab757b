// How to watch an app: four lines, and a panel that waits with you until the first event is stored.

import { type KeyboardEvent, useState } from 'react'
import { CopyButton } from '../parts/copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { Arrival } from './connect-arrival.tsx'
import css from './guide.module.css'

export function ConnectScreen() {
  return (
    <Screen title="Connect">
      <div className={css.layout}>
        <div>
          <h1>Send the first error</h1>
          <p className={`${css.lead} ${css.large}`}>
            Four lines. They post to <code>/monitoring</code> on your own origin, and nothing leaves your house.
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
                  Give the script tag this address, <code>{location.origin}/monitoring.js</code>, and start the relay with your page’s
                  origin in <code>ALLOWED_ORIGINS</code>. Pages on this machine may send without that.
                </p>
              </Fold>
            </li>
            <li>
              <h2>Nothing arrives?</h2>
              <Fold title="The browser refuses to send">
                <p>
                  A content policy must allow it: <code>script-src 'self'; connect-src 'self'</code>. The console of the page names the rule
                  that stopped it.
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

const WAYS = [
  {
    id: 'script',
    name: 'Script tag',
    where: 'in index.html, first in <head>',
    code: () => `<script src="/monitoring.js"
  data-service="shop-web"
  data-release="2026.11.3"
  data-environment="production"></script>`,
  },
  {
    id: 'react',
    name: 'npm and React',
    where: 'in src/main.tsx, after npm install @errata/monitoring',
    code: () => `import { init } from '@errata/monitoring'
import { ErrorBoundary, rootOptions } from '@errata/monitoring/react'
init({ service: 'shop-web', release: '2026.11.3' })
createRoot(root, rootOptions()).render(<ErrorBoundary><App /></ErrorBoundary>)`,
  },
  {
    id: 'otlp',
    name: 'Plain OTLP',
    where: 'any OpenTelemetry SDK, here by its environment',
    code: () => `OTEL_SERVICE_NAME=shop-api
OTEL_EXPORTER_OTLP_ENDPOINT=${location.origin}/monitoring
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
OTEL_RESOURCE_ATTRIBUTES=service.version=2026.11.3`,
  },
]

function Ways() {
  const [chosen, choose] = useState(0)
  const way = WAYS[chosen] ?? WAYS[0]
  if (!way) return null
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    const next = (chosen + by + WAYS.length) % WAYS.length
    choose(next)
    document.getElementById(`way-${WAYS[next]?.id}`)?.focus()
  }
  const code = way.code()
  return (
    <>
      <div className="tabs" role="tablist" aria-label="Way to connect" onKeyDown={press}>
        {WAYS.map(({ id, name }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`way-${id}`}
            aria-controls="way-panel"
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="way-panel" aria-labelledby={`way-${way.id}`}>
        <figure className={css.code}>
          <figcaption>
            <span>{way.where}</span>
            <span className="push">
              <CopyButton text={code} name="Copy the lines" says="Copy" />
            </span>
          </figcaption>
          {/* oxlint-disable-next-line no-noninteractive-tabindex -- a box that scrolls sideways must be reachable by keys */}
          <pre tabIndex={0}>
            <code>{code}</code>
          </pre>
        </figure>
      </div>
    </>
  )
}
