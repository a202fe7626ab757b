// Logging in and out, and whether this browser has a session: a page cannot read the cookie of its session.
import { writeStored, readStored } from '../../ui/storage.ts'
import { RECENT_PAGES_KEY } from '../../app/recent-pages.ts'
import { request } from '../../http/http.ts'

const STORAGE_KEY = 'errata.login'

/** `provider`: the issuer, where people can log in at one; `password`: whether the owner has one. */
export type LoginMethods = { password: boolean; provider: string | null }

export function readLoginMethods(): Promise<LoginMethods> {
  return request<LoginMethods>('/login/methods')
}

/** `name`: empty with the password of the owner. */
export async function logIn(name: string, password: string): Promise<void> {
  await send(name === '' ? { password } : { name, password })
}

export async function acceptInvite(accepted: {
  invite: string
  name: string
  password: string
}): Promise<void> {
  await send(accepted)
}

async function send(body: object): Promise<void> {
  await request('/login', { method: 'POST', body })
  writeStored(STORAGE_KEY, 1)
}

export function hasLoggedIn(): boolean {
  return readStored(STORAGE_KEY) !== undefined
}

/** Forgets recent pages too: their titles are messages. Returns where to log out at the provider. */
export async function logOut(): Promise<string | undefined> {
  const answer = await request<{ url: string } | undefined>('/logout', { method: 'POST' })
  writeStored(STORAGE_KEY, undefined)
  writeStored(RECENT_PAGES_KEY, undefined)
  return answer?.url
}
