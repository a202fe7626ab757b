// CODEOWNERS, as hosts of repositories read it: the last rule that matches a path names its owners. Patterns
// are as in .gitignore without `!` and `[…]`; `docs/*` matches the files of a folder, not those below.

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
  const rules = text
    .split('\n')
    .flatMap((line) => parseRule(line))
    .slice(0, MAX_RULES)
    .toReversed()
  const byPath = new Map<string, string[]>()
  return (path) => {
    const parts = path.split('/')
    const owners = byPath.get(path) ?? rules.find(({ pattern }) => matchesPath(pattern, parts))?.owners ?? []
    if (byPath.size >= MAX_PATHS) byPath.clear()
    byPath.set(path, owners)
    return owners
  }
}

/** None for a comment, the heading of a section (GitLab), and a pattern that no host reads. */
function parseRule(line: string): Rule[] {
  const [pattern = '', ...names] = splitLine(line)
  if (pattern === '' || /^[!#^]|^\[.*\]$/.test(pattern) || /(?<!\\)[[\]]/.test(pattern)) return []
  const end = names.findIndex((name) => name.startsWith('#'))
  const owners = (end < 0 ? names : names.slice(0, end)).slice(0, MAX_OWNERS)
  return [{ pattern: partsOf(pattern), owners }]
}

/** At spaces, but those with a backslash in front, which are a part of the path. */
function splitLine(line: string): string[] {
  return (line.trim().match(/(?:\\.|\S)+/g) ?? []).map((part) => part.replaceAll('\\ ', ' '))
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
  // `docs/*` has the files of the folder alone; any other name is a file, or a folder with all that is below.
  const isWithoutDepth = parts.length > 1 && parts.at(-1) === '*'
  return [...(isAnchored ? [] : ['**']), ...parts, ...(isBelow ? ['**', '*'] : isWithoutDepth ? [] : ['**'])]
}

const matchesPath = (pattern: string[], parts: string[]): boolean =>
  matches(pattern, parts, {
    any: '**',
    equals: (part, name) => matches(part.split(''), name.split(''), CHARACTERS),
  })

type Matching = { any: string; equals: (expected: string, item: string) => boolean }

const CHARACTERS: Matching = {
  any: '*',
  equals: (expected, character) => expected === '?' || expected === character,
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
