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
import { InMemoryProvider, OpenFeature } from '@openfeature/web-sdk'
import { openFeatureHook } from '../frameworks/openfeature.ts'
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

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function fail(thrown: unknown): never {
  // oxlint-disable-next-line only-throw-error -- applications throw anything
  throw thrown
}

const sdk = {
  ...errata,
  ...react,
  wait,
  /** Throws, in an expression. */
  fail,
  /** Throws in a task of its own: the window reports it. */
  failInTask: (thrown: unknown) => void setTimeout(() => fail(thrown)),
  failLater: (thrown: unknown) => wait(20).then(() => fail(thrown)),
  button: (onClick: () => unknown) => createElement('button', { onClick: () => void onClick() }, 'start'),
  /** Adds an element to the head. */
  add: (name: string, properties: object) =>
    document.head.append(Object.assign(document.createElement(name), properties)),
  ErrorBoundary,
  Fallback,
  rootOptions,
  errataVue,
  openFeatureHook,
  OpenFeature,
  InMemoryProvider,
  trace,
  /** Longer than the default, because chunks load slowly on a busy machine. */
  flush: (ms = 10_000) => errata.flush(ms),
  /** `import()` as in an application; Vite would rewrite it here. */
  // oxlint-disable-next-line typescript/no-implied-eval -- see above
  importModule: new Function('address', 'return import(address)') as (address: string) => Promise<unknown>,
}
export type TestSdk = typeof sdk

Object.assign(globalThis, { sdk })
