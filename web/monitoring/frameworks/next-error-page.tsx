// Error pages for Next.js: the fallback screen, with Next's digest for a server error.
'use client'

import { useEffect, type ReactNode } from 'react'
import { report } from '../core.ts'
import { digestOf } from '../digest.ts'
import { guard } from '../guard.ts'
import { Fallback } from './react.tsx'

type ErrorPageProps = { error: unknown }

/** `error.tsx`: `'use client'` and `export { ErrorPage as default } from '@errata/monitoring/next'`. */
export function ErrorPage({ error }: ErrorPageProps): ReactNode {
  const digest = guard(() => (error as { digest?: string }).digest)
  useEffect(() => report(error, 'next'), [error])
  // A server error has Next's digest, and the page has no other information about it.
  return <Fallback digest={digest || digestOf(error)} />
}

/** The same for `global-error.tsx`, which replaces the root layout. */
export function GlobalErrorPage({ error }: ErrorPageProps): ReactNode {
  return (
    <html lang="en">
      <body>
        <ErrorPage error={error} />
      </body>
    </html>
  )
}
