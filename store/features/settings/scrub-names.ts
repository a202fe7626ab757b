// The names of secrets that people have added. The relay reads them: it replaces their values.
import type { ScrubNames, ScrubNamesChange } from '../../../contract/settings.ts'
import { HttpError } from '../../../server/http-error.ts'
import { MAX_SCRUB_NAMES, SCRUB_NAME, SCRUB_NAME_FORM } from '../../../server/scrub-names.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { rfc3339OfNanoseconds } from '../../database/instants.ts'
import { readSettings, writeSetting } from '../../database/settings.ts'
import { json, type JsonObject } from '../../http/body.ts'
import { path, type WithEngine } from '../../http/path.ts'
import type { PeopleContext } from '../people/index.ts'

const KIND = 'scrub-names'

export const scrubNamesPath = path('GET /api/scrub-names', {
  summary: 'Names whose values are replaced before anything is stored, as people have added them',
  answer: 'ScrubNames',
  handle: (_request, { engine }: WithEngine): Promise<ScrubNames> => readNames(engine),
})

export const changeScrubNamesPath = path('PUT /api/scrub-names', {
  summary: 'Sets the names whose values are replaced, besides the built-in names and the ones of SCRUB',
  role: 'admin',
  needsAllServices: true,
  answer: 'ScrubNames',
  body: json('ScrubNamesChange', parseNames),
  async handle({ body }, { engine, people, actor }: WithEngine & PeopleContext): Promise<ScrubNames> {
    const { names: before } = await readNames(engine)
    await writeSetting(engine, { kind: KIND, id: '', value: body })
    const values = { before: { names: before }, after: { names: body.names } }
    await people.audit.record(actor, { act: 'scrub-names.changed', ...values })
    return readNames(engine)
  },
})

async function readNames(engine: Engine): Promise<ScrubNames> {
  const [setting] = await readSettings<ScrubNamesChange>(engine, KIND)
  if (!setting?.value) return { names: [], changedAt: null }
  return { names: setting.value.names, changedAt: rfc3339OfNanoseconds(setting.changedAt) }
}

function parseNames({ names }: JsonObject): ScrubNamesChange {
  if (!Array.isArray(names) || names.length > MAX_SCRUB_NAMES)
    throw new HttpError(400, `names must be a list of at most ${MAX_SCRUB_NAMES} names.`)
  const wrong = names.find((name) => typeof name !== 'string' || !SCRUB_NAME.test(name))
  if (wrong !== undefined)
    throw new HttpError(400, `"${String(wrong).slice(0, 40)}" cannot be added: take ${SCRUB_NAME_FORM}.`)
  return { names: [...new Set(names as string[])].toSorted() }
}
