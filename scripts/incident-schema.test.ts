// The console checks incident files against the current contract.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCHEMAS_FILE } from './contract-schemas.ts'
import { INCIDENT_SCHEMA_FILE, incidentSchema } from './incident-schema.ts'

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('the schemas of an incident match the contract: run npm run docs', () => {
  const schemas = JSON.parse(read(INCIDENT_SCHEMA_FILE)) as Record<string, unknown>
  expect(schemas).toEqual(JSON.parse(incidentSchema(read(SCHEMAS_FILE))))
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Incident', 'Event', 'Frame', 'Span']))
})
