// People whom a provider or a proxy names: remembered at their first request, and kept up to date.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { HttpError } from '../../../server/http-error.ts'
import type { Identity } from '../../../server/caller.ts'
import type { PersonRecord } from './records.ts'
import type { Registry, Tables } from './registry.ts'

export function personId({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string {
  return createHash('sha256').update(`${issuer}\n${subject}`).digest('hex').slice(0, 16)
}

/**
 * Rights follow the groups of the provider, until somebody sets them here. `refusal`: why the identity gets
 * no right; then throws 403 unless the person was invited.
 */
export async function rememberIdentity(
  registry: Registry,
  identity: Identity,
  method: 'oidc' | 'header',
  refusal: string | null = null,
): Promise<PersonRecord> {
  const id = personId(identity)
  const update = ({ person: people }: Tables): [PersonRecord, isNew: boolean] => {
    const earlier = people.get(id)
    if (refusal !== null && !earlier?.isInvited) throw new HttpError(403, refusal)
    const person = recordOf(identity, method, earlier)
    return [person, !isDeepStrictEqual(earlier, person)]
  }
  const [person, isNew] = update(await registry.read())
  if (!isNew) return person
  return registry.inTurn(async () => {
    // Somebody may have set the rights in the meantime, also at another store.
    const [changed] = update(await registry.readNow())
    await registry.note('person', id, changed)
    return changed
  })
}

function recordOf(
  identity: Identity,
  method: 'oidc' | 'header',
  earlier: PersonRecord | undefined,
): PersonRecord {
  const { issuer, subject, name, email } = identity
  const { rights } = earlier?.isFixed ? earlier : identity
  return {
    name,
    email,
    rights,
    method,
    issuer,
    subject,
    password: null,
    isFixed: earlier?.isFixed ?? false,
    ...(earlier?.isInvited && { isInvited: true }),
  }
}
