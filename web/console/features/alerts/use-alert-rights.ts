// What the caller may change on this screen, which is about all services: with the role `write` rules, as an
// admin also channels and the digest.
import { ALL_SERVICES, useMay } from '../../http/access.ts'

export type AlertRights = { rules: boolean; channels: boolean }

export function useAlertRights(): AlertRights {
  const [mayWrite, mayAdminister] = [useMay('write'), useMay('admin')]
  return { rules: mayWrite(ALL_SERVICES), channels: mayAdminister(ALL_SERVICES) }
}
