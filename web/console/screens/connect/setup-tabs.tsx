// The code to add to an application, as script tag, npm package or OpenTelemetry variables.
import { type KeyboardEvent, useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import css from './connect.module.css'

const SCRIPT_TAG = {
  id: 'script',
  name: 'Script tag',
  file: 'in index.html, first in <head>',
  code: () => `<script src="/monitoring.js"
  data-service="shop-web"
  data-release="2026.11.3"
  data-environment="production"></script>`,
}
const SETUPS = [
  SCRIPT_TAG,
  {
    id: 'react',
    name: 'npm and React',
    file: 'in src/main.tsx, after npm install @errata/monitoring',
    code: () => `import { init } from '@errata/monitoring'
import { ErrorBoundary, rootOptions } from '@errata/monitoring/react'
init({ service: 'shop-web', release: '2026.11.3' })
createRoot(root, rootOptions()).render(<ErrorBoundary><App /></ErrorBoundary>)`,
  },
  {
    id: 'otlp',
    name: 'Plain OTLP',
    file: 'environment variables of any OpenTelemetry SDK',
    code: () => `OTEL_SERVICE_NAME=shop-api
OTEL_EXPORTER_OTLP_ENDPOINT=${location.origin}/monitoring
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
OTEL_RESOURCE_ATTRIBUTES=service.version=2026.11.3`,
  },
]

export function SetupTabs() {
  const [selected, setSelected] = useState(0)
  const setup = SETUPS[selected] ?? SCRIPT_TAG
  const code = setup.code()
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (offset === undefined) return
    const next = (selected + offset + SETUPS.length) % SETUPS.length
    setSelected(next)
    document.getElementById(`setup-${SETUPS[next]?.id}`)?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label="Setup" onKeyDown={onKeyDown}>
        {SETUPS.map(({ id, name }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`setup-${id}`}
            aria-controls="setup-panel"
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="setup-panel" aria-labelledby={`setup-${setup.id}`}>
        <figure className={css.code}>
          <figcaption>
            <span>{setup.file}</span>
            <span className="push">
              <CopyButton text={code} label="Copy the code" caption="Copy" />
            </span>
          </figcaption>
          {/* oxlint-disable-next-line no-noninteractive-tabindex -- scrolls, so keys must reach it */}
          <pre tabIndex={0}>
            <code>{code}</code>
          </pre>
        </figure>
      </div>
    </>
  )
}
