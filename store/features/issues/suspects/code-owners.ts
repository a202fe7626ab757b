// CODEOWNERS, as hosts of repositories read it: the last rule that matches a path names its owners. Patterns
// are as in .gitignore without `!` and `[…]`; `docs/*` matches the files of a folder, not those below. In a
// section of GitLab, a rule without owners has the owners of the heading.

/** `pattern`: its parts between slashes; the first one is "**" where it matches at any depth. */
type Rule = { pattern: string[]; owners: string[] }

/** Beyond it a file is not read: hosts have a limit, too. */
const MAX_RULES = 10_000
/** Of one rule. */
const MAX_OWNERS = 20
/** Paths whose owners are remembered: all issues of a service are in some hundred files. */
const MAX_PATHS = 10_000

/** Returns the owners of a path; empty: nobody. */
export function parseCodeOwners(text: string): (path: string) => string[] {
  const rules = parseRules(text).slice(0, MAX_RULES).toReversed()
  const byPath = new Map<string, string[]>()
  return (path) => {
    const parts = path.split('/')
    const owners = byPath.get(path) ?? rules.find(({ pattern }) => matchesPath(pattern, parts))?.owners ?? []
    if (byPath.size >= MAX_PATHS) byPath.clear()
    byPath.set(path, owners)
    return owners
  }
}

/** `[Payments][2] @shop/pay`: with the number of approvals. `^`: they are optional. */
const SECTION = /^\^?\[[^\]]+\](?:\[\d+\])?(?=\s|$)/

function parseRules(text: string): Rule[] {
  let ofSection: string[] = []
  return text.split('\n').flatMap((each) => {
    const line = each.trim()
    const [heading] = SECTION.exec(line) ?? []
    if (heading === undefined) return parseRule(line, ofSection)
    ofSection = ownersOf(splitLine(line.slice(heading.length)))
    return []
  })
}

/** None for a comment, and a pattern that no host reads. `ofSection`: where the rule names nobody. */
function parseRule(line: string, ofSection: string[]): Rule[] {
  const [pattern = '', ...names] = splitLine(line)
  if (pattern === '' || /^[!#]/.test(pattern) || /(?<!\\)[[\]]/.test(pattern)) return []
  const owners = ownersOf(names)
  return [{ pattern: partsOf(pattern), owners: owners.length > 0 ? owners : ofSection }]
}

/** Up to a comment. */
function ownersOf(names: string[]): string[] {
  const end = names.findIndex((name) => name.startsWith('#'))
  return (end < 0 ? names : names.slice(0, end)).slice(0, MAX_OWNERS)
}

/** At spaces, but those with a backslash in front, which are a part of the path. */
function splitLine(line: string): string[] {
  return line.match(/(?:\\.|\S)+/g) ?? []
}

/**
 * `**`: any number of parts. A slash at the beginning or within the pattern ties it to the root; one at the
 * end means a folder.
 */
function partsOf(pattern: string): string[] {
  const isFolder = pattern.endsWith('/')
  const parts = pattern.split('/').filter((part) => part !== '')
  const isAnchored = pattern.startsWith('/') || parts.length > 1
  const isBelow = isFolder || parts.at(-1) === '**'
  // `docs/*` and `/*` have the files of the folder alone; any other name is a file, or a folder with all that
  // is below.
  const isWithoutDepth = isAnchored && parts.at(-1) === '*'
  return [...(isAnchored ? [] : ['**']), ...parts, ...(isBelow ? ['**', '*'] : isWithoutDepth ? [] : ['**'])]
}

const matchesPath = (pattern: string[], parts: string[]): boolean =>
  matches(pattern, parts, {
    any: '**',
    equals: (part, name) => matches(part.match(/\\?./gs) ?? [], name.split(''), CHARACTERS),
  })

type Matching = { any: string; equals: (expected: string, item: string) => boolean }

const CHARACTERS: Matching = {
  any: '*',
  // Some have a backslash in front.
  equals: (expected, character) => expected === '?' || expected.at(-1) === character,
}

/** `any`: stands for any number of items. After a mismatch only the last one takes more: it is never slow. */
function matches(pattern: string[], items: string[], { any, equals }: Matching): boolean {
  let [at, last, retry] = [0, -1, 0]
  for (let index = 0; index < items.length;) {
    const expected = pattern[at]
    if (expected === any) [last, retry] = [at++, index]
    else if (expected !== undefined && equals(expected, items[index]!)) [at, index] = [at + 1, index + 1]
    else if (last >= 0) [at, index] = [last + 1, ++retry]
    else return false
  }
  while (pattern[at] === any) at++
  return at === pattern.length
}
