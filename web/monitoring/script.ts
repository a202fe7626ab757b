// `<script src="/monitoring.js" data-service="shop">`: the package for a page without a bundler. `window.errata` has the functions of index.ts.

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

// The element, taken apart by the function that the build puts around all this: `document.currentScript` is only there at the very start.
declare const src: string
declare const dataset: DOMStringMap

Object.assign(globalThis, {
  errata: { init, captureException, setUser, addBreadcrumb, flush, shutdown, digestOf },
})
// Where the script came from takes what it sends. Numbers and booleans among the options stay the words they are.
if (dataset['service'])
  init(Object.assign({ url: new URL('monitoring', src) }, dataset) as unknown as Options)
