import * as Sentry from 'sentry-browser-10'
import { startSentry } from './sentry.js'

export const start = (page) => startSentry(Sentry, '2610', page)
