// Whether a value is what a schema of the OpenAPI document says. Members that it does not name are wrong too:
// the document has all.

type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  propertyNames?: Schema
  additionalProperties?: Schema | false
  minimum?: number
  maximum?: number
  if?: { properties: Record<string, Schema> }
  else?: { required: string[] }
}

/** Returns what is wrong, each with its path; empty: nothing. */
export function violations(
  value: unknown,
  schema: Schema,
  schemas: Record<string, Schema>,
  at = '',
): string[] {
  const check = (item: unknown, part: Schema, path: string) => violations(item, part, schemas, path)
  const flat = flatten(schema, schemas)
  if (flat.anyOf)
    return flat.anyOf.some((part) => check(value, part, at).length === 0) ? [] : [`${at} fits no member`]
  const isRight = isValue(value, flat)
  if (isRight !== null) return isRight ? [] : [`${at} is ${String(value)}`]
  if (flat.type !== typeOf(value)) return [`${at} is ${typeOf(value)}, not ${flat.type}`]
  if (Array.isArray(value))
    return value.flatMap((item, index) => check(item, flat.items ?? {}, `${at}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  const members = value as Record<string, unknown>
  const { properties = {}, required = [], additionalProperties = false, propertyNames } = flat
  const isOther = Object.entries(flat.if?.properties ?? {}).some(
    ([name, part]) => check(members[name], part, name).length > 0,
  )
  const names = isOther && flat.else ? [...required, ...flat.else.required] : required
  return [
    ...names.filter((name) => !(name in members)).map((name) => `${at}.${name} is missing`),
    ...Object.entries(members).flatMap(([name, item]) => {
      const part = properties[name] ?? additionalProperties
      if (part === false) return [`${at}.${name} is not described`]
      const ofName = propertyNames ? check(name, propertyNames, `name ${at}.${name}`) : []
      return [...ofName, ...check(item, part, `${at}.${name}`)]
    }),
  ]
}

/** Without `$ref` and `allOf`: the members of all parts. */
function flatten(schema: Schema, schemas: Record<string, Schema>): Schema {
  if (schema.$ref) return flatten(schemas[schema.$ref.split('/').at(-1)!] ?? {}, schemas)
  if (!schema.allOf) return schema
  const parts = schema.allOf.map((part) => flatten(part, schemas))
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, Schema>,
    required: parts.flatMap(({ required = [] }) => required),
  }
}

/** Null: the schema does not say which values are right. */
function isValue(value: unknown, schema: Schema): boolean | null {
  if (schema.enum) return schema.enum.includes(value)
  if ('const' in schema) return schema.const === value
  if (schema.type !== 'integer') return null
  const { minimum = -Infinity, maximum = Infinity } = schema
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
