// Entry of `<script src="/monitoring.js" data-service="shop">`, the package for a page without a bundler.
// `window.errata` has the functions of index.ts.

import {
  addBreadcrumb,
  captureException,
  digestOf,
  flush,
  init,
  setUser,
  shutdown,
  type Options,
} from './index.ts'

// From the build's function around this file: `document.currentScript` is set only during the first run.
declare const src: string
declare const dataset: DOMStringMap

Object.assign(globalThis, {
  errata: { init, captureException, setUser, addBreadcrumb, flush, shutdown, digestOf },
})
// The default URL is that of the script's own server. Numbers and booleans among the options remain strings.
if (dataset['service'])
  init(Object.assign({ url: new URL('monitoring', src) }, dataset) as unknown as Options)
