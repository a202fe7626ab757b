import * as Sentry from 'sentry-browser-9'
import { startSentry } from './sentry.js'

export const start = (page) => startSentry(Sentry, '2609', page)
