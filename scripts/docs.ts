// `npm run docs`: writes the instructions of web/setup into documents, between their markers, and the schemas
// of the API's description.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ASSISTANT_NOTE, assistants } from '../web/setup/assistants.ts'
import { setupMarkdown, splitNotes, tableMarkdown, wrap } from '../web/setup/markdown.ts'
import { LOOPBACK_NOTE, proxies, TRUST_NOTE } from '../web/setup/proxies.ts'
import { EXAMPLE } from '../web/setup/setup.ts'
import {
  DSN_NOTE,
  dsnLines,
  EXAMPLE_PROJECT,
  nameNote,
  otherSdks,
  sendToBoth,
  tunnel,
} from '../web/setup/sentry.ts'
import { SENTRY_LEFT_OUT, SENTRY_PROBLEMS, SENTRY_READ, type SentryRow } from '../web/setup/sentry-items.ts'
import { setups } from '../web/setup/setups.ts'
import { contractSchemas, SCHEMAS_FILE } from './contract-schemas.ts'
import { INCIDENT_SCHEMA_FILE, incidentSchema } from './incident-schema.ts'

/** By marker: the text between `<!-- NAME -->` and `<!-- end of NAME -->`. */
const PARTS: Record<string, () => string> = {
  'setup of every framework': () => {
    const parts = splitNotes(setups(EXAMPLE))
    return [
      ...parts.setups.map((setup) => setupMarkdown(setup)),
      '### For all of them',
      ...parts.common.map((note) => wrap(note)),
    ].join('\n\n')
  },
  assistants: () =>
    [...assistants(PUBLIC).map((setup) => setupMarkdown(setup)), wrap(ASSISTANT_NOTE)].join('\n\n'),
  'setup of every proxy': () =>
    [...proxies(EXAMPLE).map((setup) => setupMarkdown(setup)), wrap(TRUST_NOTE), wrap(LOOPBACK_NOTE)].join(
      '\n\n',
    ),
  'setup of Sentry SDKs': () =>
    [...sentryDsnText(), setupMarkdown(otherSdks(PUBLIC, EXAMPLE_PROJECT))].join('\n\n'),
  'tunnel of Sentry SDKs': () => setupMarkdown(tunnel(PUBLIC, EXAMPLE_PROJECT), '##'),
  'both receivers of Sentry SDKs': () => setupMarkdown(sendToBoth(PUBLIC, EXAMPLE_PROJECT), '##'),
  'items of Sentry envelopes': () =>
    [
      '### Read',
      rowsTable(SENTRY_READ),
      '### Left out',
      'These items are answered with 200, counted and discarded.',
      rowsTable(SENTRY_LEFT_OUT),
    ].join('\n\n'),
  'problems with Sentry SDKs': () =>
    SENTRY_PROBLEMS.map(({ title, text }) => wrap(`- **${title}**: ${text}`, '  ')).join('\n'),
}

/** Sentry's SDKs need the address that browsers and other machines call. */
const PUBLIC = { ...EXAMPLE, relay: 'https://errata.example' }

export const DOCUMENTS = ['web/monitoring/README.md', 'docs/assistants.md', 'docs/sentry.md']

function sentryDsnText(): string[] {
  const { before, after } = dsnLines(PUBLIC, EXAMPLE_PROJECT)
  return [
    `\`\`\`diff\n Sentry.init({\n-  ${before}\n+  ${after}\n })\n\`\`\``,
    wrap(`${DSN_NOTE} ${nameNote(EXAMPLE_PROJECT)}`),
  ]
}

function rowsTable(rows: SentryRow[]): string {
  return tableMarkdown(
    ['what', 'items', 'how'],
    rows.map(({ name, types, detail }) => [
      name,
      types.map((type) => `\`${type}\``).join(', ') || '–',
      detail,
    ]),
  )
}

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
  for (const document of DOCUMENTS) writeFileSync(document, fillDocument(readFileSync(document, 'utf8')))
  const schemas = contractSchemas()
  writeFileSync(SCHEMAS_FILE, schemas)
  writeFileSync(INCIDENT_SCHEMA_FILE, incidentSchema(schemas))
  execFileSync('oxfmt', [SCHEMAS_FILE, INCIDENT_SCHEMA_FILE], { stdio: 'ignore' })
}
