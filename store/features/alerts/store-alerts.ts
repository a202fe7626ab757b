// Alerts of this store, with the channels that its variables allow.
import { createHmac, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { QueryContext } from '../issues/index.ts'
import { openAlerts, type Alerts } from './alerts.ts'
import { sendMessage } from './channels/send.ts'
import { checkTarget } from './channels/target-text.ts'
import { watchAlertsFile, type CheckTarget } from './settings/alerts-file.ts'

type Options = { engine: Engine; config: Config; context: () => Promise<QueryContext>; log: Logger }

/** Settings of the file are valid when it resolves: what is stored from then on is reported. */
export async function openStoreAlerts({ engine, config, context, log }: Options): Promise<Alerts> {
  const { alertsFile, alertVariable, folder, publicUrl, alertTargets: targets, mail } = config
  const key = randomBytes(32)
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  const accepted = new Set<string>()
  const unsubscribeUrl = (channelId: string, address: string): string => {
    const query = new URLSearchParams({ address, key: sign(`${channelId} ${address}`) })
    return `${publicUrl}/api/channels/${channelId}/unsubscribe?${query.toString()}`
  }
  const check: CheckTarget = (kind, target, secret) => checkTarget(kind, target, secret, mail.url !== null)
  const alerts = openAlerts({
    engine,
    store: `${hostname()} ${folder}`,
    publicUrl,
    context,
    isEnabled: config.alerts,
    send: (channel, message) =>
      sendMessage(channel, message, { targets, publicUrl, mail: { ...mail, unsubscribeUrl, accepted } }),
    checkTarget: check,
    openFile: (onChange) =>
      watchAlertsFile({ file: alertsFile, variable: alertVariable, checkTarget: check, onChange }),
    log,
  })
  await alerts.settings()
  return alerts
}
