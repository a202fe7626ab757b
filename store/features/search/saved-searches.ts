// Searches with a name: lists open them, and alert rules use them as filters.
import { createHash } from 'node:crypto'
import type { NewSearch, SavedSearch, SearchesAnswer } from '../../../contract/search.ts'
import { HttpError } from '../../../server/http-error.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { readSettings, writeSetting } from '../../database/settings.ts'
import { serviceTest, type Actor } from '../../http/actor.ts'
import { json, type JsonObject } from '../../http/body.ts'
import { ofPath } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { formatSearch, readIssueSearch, type IssueSearch } from './search-parameters.ts'

/** Characters of a name. */
const MAX_NAME = 200

/** A menu has all of them. */
const MAX_SEARCHES = 500

const LISTS = ['issues', 'traces'] as const

const KIND = 'search'

type SearchContext = WithEngine & { actor: Actor }

export const searchesPath = path('GET /api/searches', {
  summary: 'Saved searches',
  answer: 'SearchesAnswer',
  async handle(_request, { engine, actor }: SearchContext): Promise<SearchesAnswer> {
    const { searches } = await readSearches(engine)
    return { searches: searches.filter((search) => mayView(actor, search)) }
  },
})

export const saveSearchPath = path('POST /api/searches', {
  summary: 'Saves a search; one of the same list with the same name is replaced',
  answer: 'SavedSearch',
  status: 201,
  body: json('NewSearch', parseSearch),
  async handle({ body }, { engine, actor }: SearchContext): Promise<SavedSearch> {
    const search = { id: idOf(body), ...body }
    const { searches } = await readSearches(engine)
    if (searches.some((other) => other.id === search.id && !mayView(actor, other)))
      throw new HttpError(409, 'Somebody else has a search with this name: choose another one.')
    if (searches.length >= MAX_SEARCHES && !searches.some(({ id }) => id === search.id))
      throw new HttpError(409, `${MAX_SEARCHES} searches are saved, which is the limit: delete one first.`)
    await writeSetting(engine, { kind: KIND, id: search.id, value: search })
    return search
  },
})

export const deleteSearchPath = path('DELETE /api/searches/:id', {
  summary: 'Deletes a saved search',
  parameters: { id: ofPath('The id of a saved search.') },
  answer: 'none',
  status: 204,
  async handle({ parameters: { id } }, { engine, actor }: SearchContext): Promise<void> {
    const { searches } = await readSearches(engine)
    if (!searches.some((search) => search.id === id && mayView(actor, search)))
      throw new HttpError(404, 'No saved search has this id.')
    await writeSetting(engine, { kind: KIND, id, value: null })
  },
})

/** Those about one of their services at least, or about none in particular. */
function mayView(actor: Actor, { search }: SavedSearch): boolean {
  const canView = serviceTest(actor)
  const services = new URLSearchParams(search).getAll('service')
  return canView === null || services.every(canView)
}

/** The search of a list of issues; null: it was deleted, or is one of traces. */
export async function findSearch(engine: Engine, id: string): Promise<(IssueSearch & SavedSearch) | null> {
  const { searches } = await readSearches(engine)
  const search = searches.find((each) => each.id === id)
  return search?.list === 'issues' ? { ...search, ...readIssueSearch(search.search) } : null
}

async function readSearches(engine: Engine): Promise<SearchesAnswer> {
  const searches = (await readSettings<SavedSearch>(engine, KIND)).flatMap(({ value }) => value ?? [])
  return { searches: searches.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) }
}

/** The same for the same name: two people who save it at the same time make one search. */
function idOf({ list, name }: NewSearch): string {
  return createHash('sha256').update(`${list} ${name}`).digest('hex').slice(0, 16)
}

function parseSearch({ name, list, search }: JsonObject): NewSearch {
  const listName = LISTS.find((each) => each === list)
  if (listName === undefined) throw new HttpError(400, `list must be one of ${LISTS.join(', ')}.`)
  if (typeof search !== 'string') throw new HttpError(400, 'search must be a string.')
  return { name: parseName(name), list: listName, search: formatSearch(listName, search) }
}

/** On one line. */
function parseName(value: unknown): string {
  const name =
    typeof value === 'string'
      ? value
          .toWellFormed()
          .replaceAll(/[\s\0]+/g, ' ')
          .trim()
      : ''
  if (name !== '' && name.length <= MAX_NAME) return name
  throw new HttpError(400, `name must be a string of 1 to ${MAX_NAME} characters.`)
}
