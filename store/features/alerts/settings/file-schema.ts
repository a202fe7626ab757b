// GET /api/alerts-schema: the JSON Schema of the file of alerts, for editors. It has the types of the
// contract, and what the parser of the file also checks.
import schemas from '../../../http/openapi/schemas.json' with { type: 'json' }
import { path } from '../../../http/path.ts'
import { HEARTBEAT, LIMITS } from '../channels/channel-body.ts'
import { DIGEST_RANGES } from '../digest/digest-settings.ts'
import { QUIET_MINUTES } from '../rules/rule-body.ts'
import { DEFAULT_RULES } from '../rules/rule.ts'

type Schema = { [keyword: string]: unknown }
type Range = [min: number, max: number]

const PREFIX = '#/components/schemas/'

/** Of members that are integers, by their type. */
const RANGES: Record<string, Record<string, Range>> = {
  FileChannel: { ...LIMITS, heartbeatMinutes: HEARTBEAT },
  RuleChange: { quietAfterDeployMinutes: QUIET_MINUTES },
  DigestChange: DIGEST_RANGES,
}

export const fileSchemaPath = path('GET /api/alerts-schema', {
  summary: 'The JSON Schema of the file alerts.json',
  answer: 'application/json',
  handle: () => FILE_SCHEMA,
})

const FILE_SCHEMA = fileSchema()

function fileSchema(): Schema {
  const { AlertsFile, ...types } = typesOf('AlertsFile')
  const rule = types['RuleChange']!
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'alerts.json of Errata',
    ...AlertsFile,
    properties: {
      $schema: { type: 'string' },
      ...(AlertsFile!['properties'] as Schema),
      rules: {
        type: 'object',
        properties: Object.fromEntries([...DEFAULT_RULES.keys()].map((id) => [id, typeNamed('RuleChange')])),
        additionalProperties: typeNamed('FileRule'),
      },
    },
    $defs: {
      ...types,
      FileChannel: {
        ...types['FileChannel'],
        if: { properties: { kind: { const: 'pagerduty' } }, required: ['kind'] },
        else: { required: ['target'] },
      },
      FileRule: { ...rule, description: 'A rule of its own. `name`: its id by default.', required: ['when'] },
    },
  }
}

/** With all types that it reaches. */
function typesOf(name: string): Record<string, Schema> {
  const all: Record<string, Schema> = schemas
  const names = new Set([name])
  // The loop also visits names that are added to the set while it runs.
  for (const each of names)
    for (const [, other = ''] of JSON.stringify(all[each]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      names.add(other)
  return Object.fromEntries([...names].map((each) => [each, converted(all[each]!, RANGES[each] ?? {})]))
}

/** Objects have no other members than theirs. */
function converted(schema: Schema, ranges: Record<string, Range>): Schema {
  const text = JSON.stringify(schema).replaceAll(`"${PREFIX}`, '"#/$defs/')
  const type = JSON.parse(text) as Schema
  if (type['properties'] === undefined) return type
  const members = Object.entries(type['properties'] as Record<string, Schema>).map(([name, member]) => {
    const range = ranges[name]
    return [name, range ? withRange(member, range) : member]
  })
  return { ...type, properties: Object.fromEntries(members) as Schema, additionalProperties: false }
}

/** Of a number, or of a number or null. */
function withRange(member: Schema, [minimum, maximum]: Range): Schema {
  const integer = { type: 'integer', minimum, maximum }
  const { anyOf, ...rest } = member
  if (!Array.isArray(anyOf)) return { ...rest, ...integer }
  const options = anyOf as Schema[]
  return { ...rest, anyOf: options.map((option) => (option['type'] === 'number' ? integer : option)) }
}

function typeNamed(name: string): Schema {
  return { $ref: `#/$defs/${name}` }
}
