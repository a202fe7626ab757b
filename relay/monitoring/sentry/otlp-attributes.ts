// Values of JSON as attributes of OTLP.

export type AttributeValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: AttributeValue[] } }
export type Attribute = { key: string; value: AttributeValue }

/** Characters of an object as JSON, and of a text in it. */
const MAX_JSON = 8 * 1024

/** Newer SDKs add who the user is to each span and log. The id is enough. */
const PERSONAL = /^user\.(?:email|name|full_name|username|ip_address|geo\..*)$/

/** Without names and addresses of people, and without what is undefined, null or an empty text. */
export function toAttributes(values: Record<string, unknown>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (PERSONAL.test(key)) return []
    const attribute = toValue(value)
    return attribute === null ? [] : [{ key, value: attribute }]
  })
}

/** An object becomes its JSON; null: nothing to store. */
function toValue(value: unknown): AttributeValue | null {
  switch (typeof value) {
    case 'string':
      return value === '' ? null : { stringValue: value }
    case 'boolean':
      return { boolValue: value }
    case 'number':
      if (!Number.isFinite(value)) return { stringValue: String(value) }
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    case 'object':
      break
    default:
      return null
  }
  if (value === null) return null
  if (!Array.isArray(value)) return { stringValue: JSON.stringify(value).slice(0, MAX_JSON) }
  return { arrayValue: { values: value.flatMap((item) => toValue(item) ?? []) } }
}
