// Plain, natural English: phrases of the word list in .github/CONTRIBUTING.md that a script can find.
import { expect, test } from 'vitest'
import { files, read } from './testing/sources.ts'

/** Write the second instead of the first. A blank is any white space, also between two lines of a comment. */
const PHRASES: [pattern: RegExp, replacement: string][] = [
  [/\b(?:is|are|was|were|be|been) said\b/, 'is reported'],
  [/\bsays? so\b/, 'reports it'],
  [/\b(?:that|those) of\b/, 'the noun again'],
  [/\bso many\b/, 'this number of'],
  [/\bmeanwhile\b/i, 'until then, while'],
  [/\b(?:is|are|has|have) none\b|\bNone in\b/, 'has no …, no … in this period'],
  [/(?:[.:;] |\/\/ |\*\* )Who (?!is\b)[a-z]+/, 'a noun as the subject'],
  [/\bforeign (?!key)/i, 'untrusted, third-party, of another origin'],
  [/\bformer\b/, 'previous'],
  [/\bwhat (?:is|was) usual\b/i, 'baseline'],
  [/\b(?:is|are|was) there[.,;:)]/, 'exists, is available'],
  [/\b(?:is|are|was|being) away\b/, 'is missing, does not answer'],
  [/\bbounds? the harm\b/, 'bounds the damage'],
  [/\bquestions? (?:took|met|waits?|to the)\b/, 'query'],
  [
    /\b(?:make|makes|making|made|no|enough|more|less|without|any|is|much) room\b|\broom for\b/,
    'space, free space',
  ],
  [/(?<!\bas )\ba whole\b(?! number)|\b(?:the|its) whole\b/, 'entire'],
  [/\b(?:last|more|recent|twenty|every|no|an|of) acts?\b/i, 'action, change, activity'],
  [/\binbox\b/i, 'issue list'],
  [/\b(?:set|sets|put|puts) (?:\w+ )?aside\b/i, 'moved, quarantined, excluded'],
  [/\ball is well\b/, 'everything is in order'],
  [/\bhears\b/, 'captures, receives'],
  [/\btold apart\b/, 'distinguished'],
  [/\b(?:let|lets) go\b/, 'deleted'],
]

/** The list itself, and texts of others. */
const EXCEPTIONS = /^(?:scripts\/words\.test\.ts|\.github\/(?:CONTRIBUTING|CODE_OF_CONDUCT)\.md)$/

const texts = files.filter(
  (file) => /\.(?:ts|tsx|mjs|css|sql|md|yml|yaml)$/.test(file) && !EXCEPTIONS.test(file),
)

test.each(PHRASES)('nobody writes %s: write "%s"', (pattern) => {
  const wide = new RegExp(pattern.source.replaceAll(' ', String.raw`\s+`), `${pattern.flags}g`)
  const hits = texts.flatMap((file) => {
    const text = withoutMarkers(read(file))
    return [...text.matchAll(wide)].map(({ 0: phrase, index }) => {
      const line = text.slice(0, index).split('\n').length
      return `${file}:${line}: ${phrase.replace(/\s+/g, ' ')}`
    })
  })
  expect(hits).toEqual([])
})

/** Comment markers become blanks, so that a phrase may continue on the next line. */
function withoutMarkers(text: string): string {
  return text.replace(/(?<=\n\s*)(?:\/\/|\*|--|#)/g, (marker) => ' '.repeat(marker.length))
}
