// Renders a component that throws, and waits for its record.

import type { FunctionComponent } from 'react'
import { onlyException, openPage, type Received } from './page.ts'

/** Runs in a page: makes a component that throws `error`. If that needs a click, it has a button. */
export type Breakage = (error: Error) => FunctionComponent

type BreakOptions = { boundary?: boolean; rootHandlers?: boolean }

/** Renders the component in a mounted application, clicks its button, and waits for the record. */
export async function breakIn(
  make: Breakage,
  { boundary = false, rootHandlers = true }: BreakOptions = {},
): Promise<Received> {
  const page = await openPage({ path: 'mounted' })
  await page.run(
    async (make, boundary, rootHandlers) => {
      const broken = sdk.createElement(make(new TypeError('no such book')))
      const container = document.body.appendChild(document.createElement('section'))
      const root = sdk.createRoot(container, rootHandlers ? sdk.rootOptions() : undefined)
      const content = boundary ? sdk.createElement(sdk.ErrorBoundary, null, broken) : broken
      root.render(sdk.createElement('div', null, content))
      // After an uncaught error the container is empty, and the screen is beside it.
      const isRendered = () => container.firstChild ?? document.querySelector('[role=alert]')
      for (let tries = 0; tries < 200 && !isRendered(); tries++) await sdk.wait(10)
      await sdk.wait(10)
      container.querySelector<HTMLButtonElement>('button:not([role=alert] *)')?.click()
    },
    make,
    boundary,
    rootHandlers,
  )
  return onlyException(page)
}
