// The schemas by which the console checks the file of an incident: those that `Incident` reaches, without
// their descriptions. `npm run docs` writes them.
import type { Schema } from './contract-schemas.ts'

export const INCIDENT_SCHEMA_FILE = 'contract/incident-schema.json'

/** `schemas`: the JSON text of the contract's schemas. */
export function incidentSchema(schemas: string): string {
  const all = JSON.parse(schemas, withoutDescription) as Record<string, Schema>
  const names = new Set(['Incident'])
  // The loop also visits names that are added to the set while it runs.
  for (const name of names)
    for (const [, other = ''] of JSON.stringify(all[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      names.add(other)
  return `${JSON.stringify(Object.fromEntries([...names].map((name) => [name, all[name]])), null, 2)}\n`
}

function withoutDescription(key: string, value: unknown): unknown {
  return key === 'description' && typeof value === 'string' ? undefined : value
}
