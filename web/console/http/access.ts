// The caller and what they may do, so that a screen has no control that the store refuses.
import { useQuery } from '@tanstack/react-query'
import type { Me, Role } from '../../../contract/people.ts'
import { patternExpression } from '../../../contract/service-patterns.ts'
import { answerQuery } from './query.ts'

/** The key of all queries about people. */
export const PEOPLE = ['people']

export const meQuery = () => answerQuery<Me>([...PEOPLE, 'me'], '/api/me')

/** Rights change rarely, and a change ends the session. */
const STALE_MS = 60_000

/** As a service: what is about all of them, such as a rule of alerts. It matches the pattern `*` only. */
export const ALL_SERVICES = '*'

/** Of the caller, as `rightsTest`. Until the rights are loaded, true: the store decides. */
export function useMay(role: Exclude<Role, 'read'>): (service?: string) => boolean {
  const me = useQuery({ ...meQuery(), staleTime: STALE_MS }).data
  return me === undefined ? () => true : rightsTest(me, role)
}

/** Whether somebody has a role for a service; without a service: for any. */
export function rightsTest(me: Me, role: Exclude<Role, 'read'>): (service?: string) => boolean {
  const rights = me.rights.filter((each) => each.role === 'admin' || each.role === role)
  const expression = new RegExp(patternExpression(rights.flatMap(({ services }) => services)))
  return (service) => rights.length > 0 && (service === undefined || expression.test(service))
}
