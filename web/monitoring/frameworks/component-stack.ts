// The component stack that React passes along with an error.

import { guard } from '../guard.ts'

/** Characters; longer component stacks only add providers. */
const componentStackLimit = 8192

export type ErrorInfo = { componentStack?: string | null | undefined }

export function stackAttributes(info: ErrorInfo | undefined): { 'errata.react.component_stack': string } {
  return {
    'errata.react.component_stack': guard(() => info?.componentStack?.slice(0, componentStackLimit)) ?? '',
  }
}
