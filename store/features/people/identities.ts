// People whom a provider or a proxy names: remembered at their first request, and kept up to date.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Identity } from '../../../server/caller.ts'
import type { PersonRecord } from './records.ts'
import type { Registry } from './registry.ts'

export function personId({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string {
  return createHash('sha256').update(`${issuer}\n${subject}`).digest('hex').slice(0, 16)
}

/** Rights follow the groups of the provider, until somebody sets them here. */
export async function rememberIdentity(
  registry: Registry,
  identity: Identity,
  method: 'oidc' | 'header',
): Promise<PersonRecord> {
  const id = personId(identity)
  const earlier = (await registry.read()).person.get(id)
  const { issuer, subject, name, email } = identity
  const { rights } = earlier?.isFixed ? earlier : identity
  const person: PersonRecord = {
    name,
    email,
    rights,
    method,
    issuer,
    subject,
    password: null,
    isFixed: earlier?.isFixed ?? false,
  }
  if (!isDeepStrictEqual(earlier, person)) await registry.note('person', id, person)
  return person
}
