// What the paths of alerts need.
import type { QueryContext } from '../issues/index.ts'
import type { WithAudit } from '../people/index.ts'
import type { Alerts } from './alerts.ts'

export type AlertContext = QueryContext & WithAudit & { alerts: Alerts }
