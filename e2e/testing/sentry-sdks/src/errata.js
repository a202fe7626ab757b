// The same breaks with Errata's own package, in the service of @sentry/browser 11.
import { captureException, flush, init } from '@errata/monitoring'

export function start({ engine, onEvent }) {
  init({
    service: 'project-2611',
    release: 'shop@4.2.0',
    environment: `errata ${engine}`,
    beforeSend(record) {
      if (record.eventName === 'exception') onEvent()
      return record
    },
  })
  return { capture: captureException, finish: flush }
}
