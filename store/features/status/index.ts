// The state of the store and of what pages send: the paths, and what other features use.
import type { Path } from '../../http/path.ts'
import { deliveryPath } from './delivery.ts'
import { statusPath, type StatusContext } from './status.ts'

export const paths: Path<StatusContext>[] = [deliveryPath, statusPath]

export { hourlyDelivery, readDelivery } from './delivery.ts'
