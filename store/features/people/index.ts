// People and programs that have access: the paths, and who a caller is.
import type { Path, WithEngine } from '../../http/path.ts'
import type { ChangeContext } from '../issues/index.ts'
import { auditExportPath } from './audit-export.ts'
import { auditPath } from './audit.ts'
import type { PeopleContext } from './context.ts'
import { createInvitePath, withdrawInvitePath } from './invites.ts'
import { changeMePath, mePath } from './me.ts'
import { personNamesPath } from './names.ts'
import { changePasswordPath } from './password.ts'
import { changePersonPath, peoplePath, removePersonPath } from './people.ts'
import { endSessionPath, endSessionsPath, sessionsPath } from './sessions.ts'
import { createTokenPath, revokeTokenPath, tokensPath } from './tokens.ts'

export const paths: Path<PeopleContext & WithEngine & ChangeContext>[] = [
  mePath,
  changeMePath,
  changePasswordPath,
  personNamesPath,
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

export { readActor, watchAccess } from './access.ts'
export { differences, type Audit } from './audit.ts'
export { openPeople, type People, type PeopleContext, type WithAudit } from './context.ts'
export { relayPaths } from './login.ts'
export { requirePerson } from './me.ts'
export { namedPeople, readProfile, writeProfile, type NamedPerson } from './profiles.ts'
