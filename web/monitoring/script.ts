// `<script src="/monitoring.js" data-service="shop">`: the package for a page without a bundler. `window.errata` has the functions of index.ts.

import { addBreadcrumb, captureException, digestOf, flush, init, setUser, shutdown, type Options } from './index.ts'

const { src, dataset } = document.currentScript as HTMLScriptElement

Object.assign(globalThis, { errata: { init, captureException, setUser, addBreadcrumb, flush, shutdown, digestOf } })
// Where the script came from takes what it sends. Numbers and booleans among the options stay the words they are.
if (dataset['service']) init(Object.assign({ url: src.replace(/\.js.*/, '') }, dataset) as unknown as Options)
