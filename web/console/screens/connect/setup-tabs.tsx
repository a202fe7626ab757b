// The four lines, in each of the forms in which they can be written.

import { type KeyboardEvent, useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import css from '../guide.module.css'

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

export function Ways() {
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
