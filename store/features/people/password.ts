// The password of somebody who was invited: they change it themselves, and their other sessions end.
import type { PasswordChange } from '../../../contract/people.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { Actor } from '../../http/actor.ts'
import { json, type JsonObject } from '../../http/body.ts'
import { path } from '../../http/path.ts'
import type { People, PeopleContext } from './context.ts'
import { requirePerson } from './me.ts'
import { parsePassword } from './members.ts'
import type { PersonRecord } from './records.ts'
import { hashPassword, isPassword } from './secrets.ts'
import { endSessionsOf } from './sessions.ts'

export const changePasswordPath = path('PUT /api/me/password', {
  summary: 'Changes the password of the caller, whose other sessions end',
  answer: 'none',
  status: 204,
  role: 'read',
  body: json('PasswordChange', parseChange),
  async handle({ body }, { people, actor }: PeopleContext): Promise<void> {
    requirePerson(actor)
    const { id, stored } = await requirePassword(people, actor)
    if (!(await isPassword(body.current, stored))) {
      await people.audit.record(actor, { act: 'person.password-refused', target: actor.name })
      throw new HttpError(403, 'The current password is wrong.')
    }
    const password = await hashPassword(body.password)
    await people.registry.inTurn(async () => {
      const person = (await people.registry.readNow()).person.get(id)
      if (person?.password?.hash !== stored.hash)
        throw new HttpError(409, 'Your password or your access has just changed.')
      await people.registry.write('person', id, { ...person, password })
    })
    await endSessionsOf(people, id, actor.session)
    await people.audit.record(actor, { act: 'person.password', target: actor.name })
  },
})

type OwnPassword = { id: string; stored: NonNullable<PersonRecord['password']> }

/** Throws 409 for somebody whose password is not stored here. */
async function requirePassword({ registry }: People, { person: id }: Actor): Promise<OwnPassword> {
  if (id === null)
    throw new HttpError(409, 'The password of the installation is the variable PASSWORD: change it there.')
  const stored = (await registry.read()).person.get(id)?.password ?? null
  if (stored === null) throw new HttpError(409, 'You log in at your provider: change your password there.')
  return { id, stored }
}

function parseChange({ current, password }: JsonObject): PasswordChange {
  if (typeof current !== 'string') throw new HttpError(400, 'current must be your current password.')
  return { current, password: parsePassword(password) }
}
