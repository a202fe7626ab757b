// Alerts of this store, with the channels that its variables allow.
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { NamedPerson } from '../people/index.ts'
import type { ReleaseContext } from '../releases/index.ts'
import { openAlerts, type Alerts } from './alerts.ts'
import { sendMessage } from './channels/send.ts'
import { checkTarget } from './channels/target-text.ts'
import { keyOfLink, readSigningKey } from './channels/unsubscribed.ts'
import { watchAlertsFile, type CheckTarget } from './settings/alerts-file.ts'

type Options = {
  engine: Engine
  config: Config
  context: () => Promise<ReleaseContext>
  people: () => Promise<NamedPerson[]>
  log: Logger
}

/** Settings of the file are valid when it resolves: what is stored from then on is reported. */
export async function openStoreAlerts({ engine, config, context, people, log }: Options): Promise<Alerts> {
  const { alertsFile, alertVariable, folder, publicUrl, alertTargets: targets, mail } = config
  const signingKey = await readSigningKey(engine)
  const accepted = new Set<string>()
  const unsubscribeUrl = (channelId: string, address: string): string => {
    const query = new URLSearchParams({ address, key: keyOfLink(signingKey, channelId, address) })
    return `${publicUrl}/api/channels/${channelId}/unsubscribe?${query.toString()}`
  }
  const check: CheckTarget = (kind, target, secret) => checkTarget(kind, target, secret, mail.url !== null)
  const alerts = openAlerts({
    engine,
    store: `${hostname()} ${folder}`,
    publicUrl,
    context,
    people,
    isEnabled: config.alerts,
    send: (channel, message) =>
      sendMessage(channel, message, { targets, publicUrl, mail: { ...mail, unsubscribeUrl, accepted } }),
    checkTarget: check,
    keyOfLink: (channel, address) => keyOfLink(signingKey, channel, address),
    openFile: (onChange) =>
      watchAlertsFile({ file: alertsFile, variable: alertVariable, checkTarget: check, onChange }),
    log,
  })
  await alerts.settings()
  return alerts
}
