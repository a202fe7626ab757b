// People, invites, sessions, tokens and the audit log, as the API answers.
import { useQuery } from '@tanstack/react-query'
import type { LoginSettings } from '../../../../contract/login.ts'
import type { AuditAnswer, PeopleAnswer, SessionsAnswer, TokensAnswer } from '../../../../contract/people.ts'
import { PEOPLE } from '../../http/access.ts'
import { answerQuery, listQuery } from '../../http/query.ts'

export const peopleQuery = () => answerQuery<PeopleAnswer>([...PEOPLE, 'list'], '/api/people')
export const sessionsQuery = () => answerQuery<SessionsAnswer>([...PEOPLE, 'sessions'], '/api/sessions')
export const tokensQuery = () => answerQuery<TokensAnswer>([...PEOPLE, 'tokens'], '/api/tokens')
/** For admins: whether an invite can be accepted. */
export const canInviteQuery = () => answerQuery<LoginSettings>([...PEOPLE, 'login'], '/login/settings')

/** `act`: the beginning of what was done. `q`: a part of the rest. */
export type AuditFilters = { act?: string | undefined; q?: string | undefined }

export const auditQuery = ({ act, q }: AuditFilters) =>
  listQuery<AuditAnswer>([...PEOPLE, 'audit'], '/api/audit', { act, q })

/** For the navigation of the settings. */
export function usePeopleCounts(isAdmin: boolean): { people?: number; tokens?: number } {
  const people = useQuery({ ...peopleQuery(), enabled: isAdmin }).data?.people.length
  const tokens = useQuery(tokensQuery()).data?.tokens.length
  return { ...(people && { people }), ...(tokens && { tokens }) }
}
