// Entry of `<script src="/monitoring.js" data-service="shop">`, the package for a page without a bundler.
// `window.errata` has the functions of index.ts.

import { start } from './core.ts'
import { guard } from './guard.ts'
import { addBreadcrumb, captureException, digestOf, flush, setUser, shutdown, type Options } from './index.ts'

// From the build's function around this file: `document.currentScript` is set only during the first run.
declare const src: string
declare const dataset: DOMStringMap

declare global {
  var errata: object
}

globalThis.errata = { init, captureException, setUser, addBreadcrumb, flush, shutdown, digestOf }
// The default URL is that of the script's own server. Numbers and booleans among the options remain strings.
if (dataset['service'])
  // oxlint-disable-next-line typescript/no-misused-spread -- a dataset has its attributes as own members
  init({ url: new URL('monitoring', src), ...dataset } as unknown as Options)

function init(options: Options): void {
  guard(() => start(options, () => import('./chunks/client.ts')))
}
