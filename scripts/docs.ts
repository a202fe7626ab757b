// `npm run docs`: writes the instructions of web/setup into a README, between its markers, and the schemas of
// the API's description.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { setupMarkdown, splitNotes, wrap } from '../web/setup/markdown.ts'
import { LOOPBACK_NOTE, proxies, TRUST_NOTE } from '../web/setup/proxies.ts'
import { EXAMPLE } from '../web/setup/setup.ts'
import { setups } from '../web/setup/setups.ts'
import { contractSchemas, SCHEMAS_FILE } from './contract-schemas.ts'
import { INCIDENT_SCHEMA_FILE, incidentSchema } from './incident-schema.ts'

/** By marker: the text between `<!-- NAME -->` and `<!-- end of NAME -->`. */
const PARTS: Record<string, () => string> = {
  'setup of every framework': () => {
    const parts = splitNotes(setups(EXAMPLE))
    return [...parts.setups.map(setupMarkdown), '### For all of them', ...parts.common.map(wrap)].join('\n\n')
  },
  'setup of every proxy': () =>
    [...proxies(EXAMPLE).map(setupMarkdown), wrap(TRUST_NOTE), wrap(LOOPBACK_NOTE)].join('\n\n'),
}

export const DOCUMENT = 'web/monitoring/README.md'

/** The document with every part between its markers made from the code. */
export function fillDocument(text: string): string {
  return Object.entries(PARTS).reduce((filled, [name, write]) => {
    const [start, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- end of ${name} -->`]
    const [before, rest] = filled.split(start)
    const after = rest?.split(end)[1]
    return after === undefined ? filled : `${before}${start}\n\n${write()}\n\n${end}${after}`
  }, text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(DOCUMENT, fillDocument(readFileSync(DOCUMENT, 'utf8')))
  const schemas = contractSchemas()
  writeFileSync(SCHEMAS_FILE, schemas)
  writeFileSync(INCIDENT_SCHEMA_FILE, incidentSchema(schemas))
  execFileSync('oxfmt', [SCHEMAS_FILE, INCIDENT_SCHEMA_FILE], { stdio: 'ignore' })
}
