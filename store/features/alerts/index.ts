// Alerts: the paths, and what the store runs.
import type { Path } from '../../http/path.ts'
import { channelPaths } from './channels/channel-paths.ts'
import { deliveryPaths } from './messages/delivery-paths.ts'
import { unsubscribePaths } from './channels/unsubscribe.ts'
import { digestPaths } from './digest/digest-paths.ts'
import type { AlertContext } from './alert-context.ts'
import { myChannelPaths } from './personal/my-channel.ts'
import type { PeopleContext } from '../people/index.ts'
import { fileSchemaPath } from './settings/file-schema.ts'
import { rulePaths } from './rules/rule-paths.ts'

export const paths: Path<AlertContext & PeopleContext>[] = [
  ...unsubscribePaths,
  ...digestPaths,
  ...myChannelPaths,
  ...channelPaths,
  ...rulePaths,
  ...deliveryPaths,
  fileSchemaPath,
]

export { visibleChannels } from './personal/my-channel.ts'
export { openStoreAlerts } from './store-alerts.ts'
export type { Alerts } from './alerts.ts'
