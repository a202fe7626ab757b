import { expect, test } from 'vitest'
import { HARMLESS_VALUES } from '../testing/harmless-corpus-values.ts'
import { HARMLESS_NAMES } from '../testing/harmless-corpus.ts'
import { readCase } from '../testing/scrub-cases.ts'
import { CORPUS_CREDENTIALS } from '../testing/secret-corpus-credentials.ts'
import { CORPUS_FORMS, CORPUS_NAMES, CORPUS_SENTENCES } from '../testing/secret-corpus.ts'
import { createScrubber } from './scrub.ts'

const MIN_HIDDEN = 0.95
const MAX_CHANGED = 0.02

const { text: scrub } = createScrubber()

const KINDS: [kind: string, marked: string[]][] = [
  [
    'names in forms',
    CORPUS_FORMS.flatMap((form) =>
      CORPUS_NAMES.map(([name, value]) => form.replace('NAME', name).replace('VALUE', `«${value}»`)),
    ),
  ],
  ['sentences', CORPUS_SENTENCES],
  ['credentials by their form', CORPUS_CREDENTIALS],
]

test.each(KINDS.map(([kind]) => kind))('at least 95 in 100 everyday secrets are hidden: %s', (name) => {
  const marked = KINDS.find(([kind]) => kind === name)![1]
  const visible = marked.filter((item) => {
    const { text, secrets } = readCase(item)
    const scrubbed = scrub(text)
    return secrets.length === 0 || secrets.some((secret) => scrubbed.includes(secret))
  })
  expect(visible).toSatisfy(() => visible.length <= (1 - MIN_HIDDEN) * marked.length)
})

test('at most 2 in 100 harmless texts are changed', () => {
  const texts = [...HARMLESS_NAMES, ...HARMLESS_VALUES]
  const changed = texts.filter((text) => scrub(text) !== text)
  expect(changed).toSatisfy(() => changed.length <= MAX_CHANGED * texts.length)
})
