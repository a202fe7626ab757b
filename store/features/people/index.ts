// People and programs that have access: the paths, and who a caller is.
import type { Path } from '../../http/path.ts'
import { auditExportPath } from './audit-export.ts'
import { auditPath } from './audit.ts'
import type { PeopleContext } from './context.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { createInvitePath, withdrawInvitePath } from './invites.ts'
import { changePersonPath, mePath, peoplePath, removePersonPath } from './people.ts'
import { endSessionPath, endSessionsPath, sessionsPath } from './sessions.ts'
import { createTokenPath, revokeTokenPath, tokensPath } from './tokens.ts'

export const paths: Path<PeopleContext & { engine: Engine }>[] = [
  mePath,
  peoplePath,
  changePersonPath,
  removePersonPath,
  createInvitePath,
  withdrawInvitePath,
  tokensPath,
  createTokenPath,
  revokeTokenPath,
  sessionsPath,
  endSessionsPath,
  endSessionPath,
  auditPath,
  auditExportPath,
]

export { readActor } from './access.ts'
export { createAudit, differences, type Audit } from './audit.ts'
export type { People, PeopleContext, WithAudit } from './context.ts'
export { relayPaths } from './login.ts'
export { createRegistry } from './registry.ts'
