// Entry of the console: reports the console's own errors, then renders.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { start } from '../../monitoring/core.ts'
import type { Core, LoadChunk, Shared } from '../../monitoring/core-state.ts'
import { rootOptions } from '../../monitoring/frameworks/react.tsx'
import { guard } from '../../monitoring/guard.ts'
import type { Options } from '../../monitoring/options.ts'
import { endFirstScreen, firstScreen } from '../ui/first-screen.ts'
import { createConsole } from './routes.tsx'
import { applyTheme, readTheme } from './theme.ts'
import '../styles/tokens.css'
import '../styles/base.css'

/** An error while showing errors would report itself without end, so a page reports at most this many. */
const MAX_REPORTS = 10

const none = () => Promise.reject(new Error('The console sends errors only'))
const NO_CHUNKS: LoadChunk = {
  tracing: none,
  feedback: none,
  vitals: none,
  vitalRecords: none,
  snapshots: none,
}

reportOwnErrors()
applyTheme(readTheme())
render()

/** As `init` of the SDK, except that its client chunk is requested after the first screen. */
function reportOwnErrors(): void {
  let reports = 0
  const options: Options = {
    service: 'errata-console',
    release: import.meta.env.RELEASE as string | undefined,
    tracesSampleRate: 0,
    // Sessions and web vitals of the console would mix with the data of the monitored applications.
    beforeSend: (record) => {
      if (record.eventName !== 'exception') return null
      reports += 1
      return reports > MAX_REPORTS ? null : record
    },
  }
  guard(() => start(options, loadClient))
}

async function loadClient() {
  await firstScreen
  const { createClient } = await import('../../monitoring/client.ts')
  return { create: (core: Core, shared: Shared) => createClient(core, shared, NO_CHUNKS) }
}

function render(): void {
  const { client, router } = createConsole()
  const element = document.querySelector('#root')
  if (!element) throw new Error('The page has no #root element')
  // A screen that crashed shows no data: its error must not wait for that.
  const handlers = { onUncaughtError: endFirstScreen, onCaughtError: endFirstScreen }
  createRoot(element, rootOptions(handlers)).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
