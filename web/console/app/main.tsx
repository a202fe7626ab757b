// Entry of the console: starts the SDK for the console's own errors, then renders.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { init } from '../../monitoring/index.ts'
import { rootOptions } from '../../monitoring/frameworks/react.tsx'
import { createConsole } from './routes.tsx'
import { applyTheme, readTheme } from './theme.ts'
import '../styles/tokens.css'
import '../styles/base.css'

/** An error while showing errors would report itself without end, so a page reports at most this many. */
const MAX_REPORTS = 10

startMonitoring()
applyTheme(readTheme())
render()

function startMonitoring(): void {
  let reports = 0
  init({
    service: 'errata-console',
    release: import.meta.env.RELEASE as string | undefined,
    tracesSampleRate: 0,
    // Sessions and web vitals of the console would mix with the data of the monitored applications.
    beforeSend: (record) => {
      if (record.eventName !== 'exception') return null
      reports += 1
      return reports > MAX_REPORTS ? null : record
    },
  })
}

function render(): void {
  const { client, router } = createConsole()
  const element = document.querySelector('#root')
  if (!element) throw new Error('The page has no #root element')
  createRoot(element, rootOptions()).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
