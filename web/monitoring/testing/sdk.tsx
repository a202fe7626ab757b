// Runs inside the pages that tests open: the global `sdk` with the package, React and other functions.

import {
  createElement,
  lazy,
  StrictMode,
  startTransition,
  Suspense,
  use,
  useActionState,
  useEffect,
  useState,
  useTransition,
} from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { trace } from '@opentelemetry/api'
import * as errata from '../index.ts'
import { ErrorBoundary, Fallback, rootOptions } from '../frameworks/react.tsx'
import { errataVue } from '../frameworks/vue.ts'

const react = {
  createElement,
  createRoot,
  hydrateRoot,
  lazy,
  StrictMode,
  startTransition,
  Suspense,
  use,
  useActionState,
  useEffect,
  useState,
  useTransition,
}

const sdk = {
  ...errata,
  ...react,
  ErrorBoundary,
  Fallback,
  rootOptions,
  errataVue,
  trace,
  /** Longer than the default, because chunks load slowly on a busy machine. */
  flush: (ms = 10_000) => errata.flush(ms),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  /** `import()` as in an application; Vite would rewrite it here. */
  // oxlint-disable-next-line typescript/no-implied-eval -- see above
  importModule: new Function('address', 'return import(address)') as (address: string) => Promise<unknown>,
}
export type TestSdk = typeof sdk

Object.assign(globalThis, { sdk })
