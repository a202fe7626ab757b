import * as Sentry from 'sentry-browser-11'
import { startSentry } from './sentry.js'

export const start = (page) =>
  startSentry(Sentry, '2641', page, {
    transport: Sentry.makeBrowserOfflineTransport(Sentry.makeFetchTransport),
    transportOptions: { flushAtStartup: true },
  })
