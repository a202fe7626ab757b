// Runs inside the pages that tests open: puts the package within their reach.

import {
  Component,
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
import { ErrorBoundary, Fallback, rootOptions } from '../react.tsx'

const react = {
  Component,
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

// On a busy machine the later parts take their time to arrive.
const flush = (ms = 10_000) => errata.flush(ms)

Object.assign(globalThis, {
  stage: { ...errata, flush, ...react, ErrorBoundary, Fallback, rootOptions, trace },
})
