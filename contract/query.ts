// The grammar of a search, `q`: words, "quoted phrases", `key:value`, and `-` in front of any of them to
// exclude it. And the table of keys. Console and store read a search with the same functions.

/**
 * One term. `name: null`: free text. `text`: as it is written. A dotted name is an attribute, `http.route`;
 * any other name is a key or unknown.
 */
export type Term = { text: string; name: string | null; value: string; negated: boolean }

/** A name of a key or of an attribute. `https://…` and `12:30` do not start with one. */
const NAME = String.raw`[a-z][\w-]*|[a-z_][\w-]*(?:\.[\w-]+)+`
/** A quoted value ends in front of a space; otherwise its quotes are ordinary characters. */
const TERM = new RegExp(
  String.raw`(-?)(?:(${NAME}):(?!\/\/))?(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"(?=\s|$)|(\S+))`,
  'g',
)
const STARTS_WITH_NAME = new RegExp(`^(?:${NAME}):`)

export function parseTerms(q: string): Term[] {
  return [...q.matchAll(TERM)].flatMap(([text, minus, name = null, quoted, plain]) => {
    const value = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain ?? ''
    return value === '' && name === null ? [] : [{ text, name, value, negated: minus === '-' }]
  })
}

/** The term as it is written: `parseTerms` reads the same name, value and sign from it. */
export function formatTerm({
  name,
  value,
  negated = false,
}: Pick<Term, 'name' | 'value'> & { negated?: boolean }) {
  const isPlain = /^[^\s"]\S*$/.test(value) && (name === null ? isPlainText(value) : !value.startsWith('//'))
  const quoted = `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  return `${negated ? '-' : ''}${name === null ? '' : `${name}:`}${isPlain ? value : quoted}`
}

function isPlainText(value: string): boolean {
  return !value.startsWith('-') && !STARTS_WITH_NAME.test(value)
}

export type ListName = 'issues' | 'traces' | 'operations' | 'vitals'

type KeyDefinition = {
  /** The lists whose `q` may have the key. */
  lists: readonly ListName[]
  /** Where it is a parameter of its own, beside `q`: the name of the parameter. */
  parameter?: 'service' | 'release' | 'environment' | 'status' | 'operation'
  parameterOf?: readonly ListName[]
  /** The attribute that spans have it in. */
  attribute?: string
  /** Other names. */
  aliases?: readonly string[]
}

const ALL = ['issues', 'traces', 'operations', 'vitals'] as const
const BOTH = ['issues', 'traces'] as const
const ISSUES = ['issues'] as const
/** Those whose rows have a page that a browser showed. */
const PAGES = ['issues', 'traces', 'vitals'] as const

/** In the order in which a search box suggests them. */
export const SEARCH_KEYS = {
  service: { lists: ALL, parameter: 'service', parameterOf: ALL, attribute: 'service.name' },
  release: { lists: ALL, parameter: 'release', parameterOf: ALL, attribute: 'service.version' },
  environment: {
    lists: ALL,
    parameter: 'environment',
    parameterOf: ALL,
    attribute: 'deployment.environment.name',
    aliases: ['env'],
  },
  browser: { lists: PAGES },
  os: { lists: PAGES },
  route: { lists: PAGES, attribute: 'http.route' },
  user: { lists: BOTH, attribute: 'user.id' },
  session: { lists: BOTH, attribute: 'session.id' },
  url: { lists: BOTH, attribute: 'url.full' },
  trace: { lists: BOTH },
  type: { lists: ISSUES },
  assignee: { lists: ISSUES },
  /** As CODEOWNERS names them. */
  owner: { lists: ISSUES },
  /** The only value is `feedback`: users have written about the issue. */
  has: { lists: ISSUES },
  mechanism: { lists: ISSUES },
  origin: { lists: ISSUES },
  digest: { lists: ISSUES },
  operation: { lists: [], parameter: 'operation', parameterOf: ['traces'], aliases: ['name'] },
  status: { lists: [], parameter: 'status', parameterOf: BOTH, aliases: ['is'] },
} as const satisfies Record<string, KeyDefinition>

export type KeyName = keyof typeof SEARCH_KEYS
/** A key that the `q` of a list may have. The compiler names the keys that a map over them lacks. */
export type SearchKey<List extends ListName = ListName> = {
  [Name in KeyName]: List & (typeof SEARCH_KEYS)[Name]['lists'][number] extends never ? never : Name
}[KeyName]

/** The values that lists count, in the order in which a panel shows them. */
export const FACETS = {
  issues: [
    'browser',
    'os',
    'release',
    'route',
    'environment',
    'service',
    'type',
    'assignee',
    'owner',
    'mechanism',
    'origin',
  ],
  traces: ['service', 'operation', 'status', 'kind', 'release', 'environment'],
} as const

/** The definition of a key; undefined for any other name. */
export function definitionOf(key: string): KeyDefinition | undefined {
  return Object.hasOwn(SEARCH_KEYS, key) ? SEARCH_KEYS[key as KeyName] : undefined
}

/** The key behind a name, which may be an alias; null if no key has that name. */
export function keyOf(name: string): KeyName | null {
  if (Object.hasOwn(SEARCH_KEYS, name)) return name as KeyName
  const entries = Object.entries(SEARCH_KEYS) as [KeyName, KeyDefinition][]
  return entries.find(([, { aliases = [] }]) => aliases.includes(name))?.[0] ?? null
}

/** Whether the `q` of the list may have the key. */
export function isSearchKey<List extends ListName>(key: string | null, list?: List): key is SearchKey<List> {
  const lists = key === null ? undefined : definitionOf(key)?.lists
  return lists !== undefined && (list === undefined ? lists.length > 0 : lists.includes(list))
}

/** The keys that a list offers; those last that are parameters only. */
export function keysOf(list: ListName): KeyName[] {
  const names = Object.keys(SEARCH_KEYS) as KeyName[]
  const isParameter = (name: KeyName) => definitionOf(name)?.parameterOf?.includes(list) ?? false
  return [
    ...names.filter((name) => isSearchKey(name, list)),
    ...names.filter((name) => !isSearchKey(name, list) && isParameter(name)),
  ]
}
