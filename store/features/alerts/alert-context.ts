// What the paths of alerts need.
import type { QueryContext } from '../issues/index.ts'
import type { Alerts } from './alerts.ts'

export type AlertContext = QueryContext & { alerts: Alerts }
