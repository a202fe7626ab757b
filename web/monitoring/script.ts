// Entry of `<script src="/monitoring.js" data-service="shop">`, for pages without a bundler. `window.errata`
// has the functions of `index.ts`.

import { start } from './core.ts'
import { guard } from './guard.ts'
import {
  addBreadcrumb,
  captureException,
  captureFeedback,
  digestOf,
  flush,
  setAttributes,
  setUser,
  shutdown,
  type AttributeValue,
  type Options,
} from './index.ts'

// From the function that the build puts around this file: `document.currentScript` is set only initially.
declare const src: string
declare const dataset: DOMStringMap

declare global {
  var errata: object
}

window.errata = {
  init,
  captureException,
  captureFeedback,
  setUser,
  setAttributes,
  // As `setFlag` of the package: five bytes fewer here.
  setFlag(name: string, value: AttributeValue | undefined) {
    // oxlint-disable-next-line prefer-template -- fewer bytes
    setAttributes({ ['errata.flag.' + name]: value })
  },
  addBreadcrumb,
  flush,
  shutdown,
  digestOf,
}
// The default URL is on the server of the script. Numbers and booleans remain strings.
if (dataset['service'])
  // oxlint-disable-next-line typescript/no-misused-spread -- a dataset has its attributes as own members
  init({ url: new URL('monitoring', src), ...dataset } as unknown as Options)

function init(options: Options): void {
  guard(() => start(options, () => import('./chunks/client.ts')))
}
