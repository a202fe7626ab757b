// People, invites, sessions, tokens and the audit log, as the API answers.
import type {
  AuditAnswer,
  Me,
  PeopleAnswer,
  SessionsAnswer,
  TokensAnswer,
} from '../../../../contract/people.ts'
import { answerQuery, listQuery } from '../../http/query.ts'

/** All queries of these screens. */
export const PEOPLE = ['people']

export const meQuery = () => answerQuery<Me>([...PEOPLE, 'me'], '/api/me')
export const peopleQuery = () => answerQuery<PeopleAnswer>([...PEOPLE, 'list'], '/api/people')
export const sessionsQuery = () => answerQuery<SessionsAnswer>([...PEOPLE, 'sessions'], '/api/sessions')
export const tokensQuery = () => answerQuery<TokensAnswer>([...PEOPLE, 'tokens'], '/api/tokens')
export const auditQuery = () => listQuery<AuditAnswer>([...PEOPLE, 'audit'], '/api/audit', {})
