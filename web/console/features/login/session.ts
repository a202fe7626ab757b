// Logging in and out, and whether this browser has a session: a page cannot read the cookie of its session.
import type { InvitePreview, LoginMethods } from '../../../../contract/login.ts'
import type { AcceptedInvite } from '../../../../contract/people.ts'
import { forgetDraft } from '../../ui/draft.ts'
import { writeStored, readStored } from '../../ui/storage.ts'
import { RECENT_PAGES_KEY } from '../../app/recent-pages.ts'
import { request } from '../../http/http.ts'

const STORAGE_KEY = 'errata.login'

export function readLoginMethods(): Promise<LoginMethods> {
  return request<LoginMethods>('/login/methods')
}

/** `name`: empty with the password of the owner. */
export async function logIn(name: string, password: string): Promise<void> {
  await send(name === '' ? { password } : { name, password })
}

/** `invite`: the secret of its link. */
export function readInvite(invite: string): Promise<InvitePreview> {
  return request<InvitePreview>('/login/invite', { method: 'POST', body: { invite } })
}

export async function acceptInvite(invite: string, accepted: AcceptedInvite): Promise<void> {
  await send({ invite, ...accepted })
}

/** Leaves for the provider: whoever logs in there has accepted the invite. */
export async function acceptAtProvider(invite: string): Promise<void> {
  const { url } = await request<{ url: string }>('/login/oidc', { method: 'POST', body: { invite } })
  location.assign(url)
}

/** The host of a provider, as people know it. */
export function providerName(provider: string): string {
  return URL.parse(provider)?.host ?? provider
}

async function send(body: object): Promise<void> {
  await request('/login', { method: 'POST', body })
  writeStored(STORAGE_KEY, 1)
}

export function hasLoggedIn(): boolean {
  return readStored(STORAGE_KEY) !== undefined
}

/**
 * Logs out, also at the provider, and loads the page again: nothing that was shown stays in its memory.
 * Forgets recent pages, whose titles are messages, and what was not saved.
 */
export async function leave(): Promise<void> {
  try {
    const answer = await request<{ url: string } | undefined>('/logout', { method: 'POST' })
    writeStored(STORAGE_KEY, undefined)
    writeStored(RECENT_PAGES_KEY, undefined)
    forgetDraft()
    location.assign(answer?.url ?? '/login')
  } catch {
    location.reload()
  }
}
