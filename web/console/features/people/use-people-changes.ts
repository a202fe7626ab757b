// Sends changes of people, sessions and tokens. A failure is reported in a toast.
import { useQueryClient } from '@tanstack/react-query'
import type {
  CreatedToken,
  InviteLink,
  NewInvite,
  NewToken,
  Person,
  PersonChange,
} from '../../../../contract/people.ts'
import { PEOPLE } from '../../http/access.ts'
import { messageOf } from '../../http/error-text.ts'
import { request, type RequestOptions } from '../../http/http.ts'
import { useToast } from '../../ui/toast.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'

export type PeopleChanges = ReturnType<typeof usePeopleChanges>

export function usePeopleChanges() {
  const client = useQueryClient()
  const { showToast } = useToast()

  /** Undefined: it failed. `failure`: what did not happen; `success`: what did. */
  async function send<Answer>(
    { failure, success }: { failure: string; success?: string },
    path: string,
    options: RequestOptions,
  ): Promise<Answer | undefined> {
    try {
      const answer = await request<Answer>(path, options)
      if (success) showToast({ text: success })
      return answer
    } catch (error) {
      showToast({ text: `${failure}: ${messageOf(error)}`, failed: true })
      return undefined
    } finally {
      void client.invalidateQueries({ queryKey: PEOPLE })
    }
  }

  const remove = (path: string, texts: { failure: string; success: string }) =>
    void send(texts, path, { method: 'DELETE' })

  return {
    invite: (body: NewInvite) =>
      send<InviteLink>({ failure: 'The invite was not made' }, '/api/invites', { method: 'POST', body }),
    withdraw: (id: string) =>
      remove(`/api/invites/${id}`, { failure: 'Not withdrawn', success: 'The invite was withdrawn' }),
    change({ id, name }: Person, body: PersonChange) {
      const texts = {
        failure: 'Not changed',
        success: `${plainText(name)} logs in again with the new rights`,
      }
      return send<Person>(texts, `/api/people/${id}`, { method: 'PATCH', body })
    },
    removePerson: ({ id, name }: Person) =>
      remove(`/api/people/${id}`, {
        failure: 'The access was not ended',
        success: `${plainText(name)} has no access any more`,
      }),
    createToken: (body: NewToken) =>
      send<CreatedToken>({ failure: 'The token was not made' }, '/api/tokens', { method: 'POST', body }),
    revoke: (id: string, name: string) =>
      remove(`/api/tokens/${id}`, { failure: 'Not revoked', success: `${plainText(name)} is revoked` }),
    endSession: (id: string) =>
      remove(`/api/sessions/${id}`, { failure: 'Not ended', success: 'The session has ended' }),
    endOtherSessions: () =>
      remove('/api/sessions?others=1', { failure: 'Not ended', success: 'All other sessions have ended' }),
  }
}
