// People of the tests: whom a proxy names, and the owner, who has no login.
import { CALLER_HEADER, writeCaller, type Caller } from '../../server/caller.ts'
import type { SharedStore } from './suite.ts'

type Person = {
  name: string
  role?: 'read' | 'write' | 'admin'
  services?: string[]
  /** Of the account: two people may have the same name. */
  subject?: string
}

/** What they send to the store. */
export type Sender = ReturnType<typeof senderOf>

/** Their first request adds them. */
export function person(store: SharedStore, options: Person): Sender {
  const { name, role = 'write', services = ['*'], subject = name } = options
  const identity = {
    issuer: 'https://proxy.example',
    subject,
    name,
    email: null,
    rights: [{ role, services }],
  }
  return senderOf(store, { by: 'header', identity, address: '203.0.113.7', passwordKey: '' })
}

export function owner(store: SharedStore): Sender {
  return senderOf(store, { by: 'open', address: '127.0.0.1', passwordKey: '' })
}

export function senderOf(store: SharedStore, caller: Caller) {
  const send = <Body>(method: string, path: string, body?: object, headers?: Record<string, string>) =>
    store.ask<Body>(path, {
      method,
      headers: { ...headers, [CALLER_HEADER]: writeCaller(caller) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    get: async <Body>(path: string): Promise<Body> => (await send<Body>('GET', path)).body,
    ask: <Body>(path: string) => send<Body>('GET', path),
    post: <Body>(path: string, body: object, headers?: Record<string, string>) =>
      send<Body>('POST', path, body, headers),
    patch: <Body>(path: string, body: object) => send<Body>('PATCH', path, body),
    put: <Body>(path: string, body: object) => send<Body>('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
  }
}
