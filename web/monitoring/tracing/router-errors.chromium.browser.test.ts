// Errors that routers catch, with the hooks of `@errata/monitoring/react-router`. Only Chromium: routers pass
// them to the hooks, and no event of the browser is involved.

import { expect, test } from 'vitest'
import { onlyException, openPage } from '../testing/page.ts'
import type { RouterName, RouterPage } from '../testing/routers.tsx'

const failures = [
  ['loader', 'the loader failed'],
  ['render', 'the component failed'],
] as const
const cases = (['react-router', 'tanstack'] as const).flatMap((router) =>
  failures.map(([part, message]): [RouterName, string, string] => [router, part, message]),
)

test.for(cases)('%s, %s: one record, whose digest is on the screen', async ([router, part, message]) => {
  const page = await openPage({ path: 'routers' })
  await page.run(
    async (router, url, part) => {
      const inside = globalThis as unknown as RouterPage
      inside.application = inside.startApplication(router, { service: 'routers', url, tracesSampleRate: 0 })
      const { navigate } = inside.application
      // Both routers show the address first, so that the loader reads it.
      history.replaceState(history.state, '', `/broken/${part}`)
      await navigate(`/broken/${part}`)
    },
    router,
    page.url,
    part,
  )
  await expect
    .poll(() => page.document.querySelector('[role=alert] code')?.textContent)
    .toMatch(/^[\dA-Z]{8}$/)
  const digest = page.document.querySelector('[role=alert] code')?.textContent
  await page.run(async () => void (await (globalThis as unknown as RouterPage).application.flush()))
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'errata.digest': digest,
    'exception.message': message,
    severityNumber: 17,
  })
  if (part === 'render') expect(exception['errata.react.component_stack']).toMatch(/\S/)
})
