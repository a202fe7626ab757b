// The component stack that React passes with an error.

import { guard } from '../guard.ts'

/** Characters; beyond this a component stack has only providers. */
const componentStackLimit = 8192

export type ErrorInfo = { componentStack?: string | null | undefined }

export function stackAttributes(info: ErrorInfo | undefined): { 'errata.react.component_stack': string } {
  return {
    'errata.react.component_stack': guard(() => info?.componentStack?.slice(0, componentStackLimit)) ?? '',
  }
}
