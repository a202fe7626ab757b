// `<script src="/monitoring.js" data-service="shop">`: the package for a page without a bundler. `window.errata` has the functions of index.ts.

import * as errata from './index.ts'

const { dataset } = (document.currentScript ?? {}) as HTMLScriptElement
const rate = Number.parseFloat(dataset?.['sampleRate'] ?? '')

if (dataset?.['service']) {
  errata.init({
    service: dataset['service'],
    release: dataset['release'],
    environment: dataset['environment'],
    // Where the script came from knows what to do with what it sends.
    url: dataset['url'] ?? new URL('monitoring', (document.currentScript as HTMLScriptElement).src).href,
    tracesSampleRate: Number.isNaN(rate) ? undefined : rate,
    root: dataset['root'],
    fallback: dataset['fallback'] !== 'false',
    enabled: dataset['enabled'] !== 'false',
  })
}

Object.assign(globalThis, { errata })
