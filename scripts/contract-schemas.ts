// JSON Schemas of the types of the answers of `/api`, for the OpenAPI document. `npm run docs` writes them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type ESTree } from 'vite'

export type Schema = Record<string, unknown>

const ROOT = join(import.meta.dirname, '..')

export const SCHEMAS_FILE = 'store/http/openapi/schemas.json'

type Declaration = ESTree.TSTypeAliasDeclaration
type Comments = { end: number; text: string }[]

/** The text of the file. Throws for a form of type that it does not know: the contract has few. */
export function contractSchemas(): string {
  const schemas: Record<string, Schema> = {}
  // In this order a `Pick` comes after the file of which it takes members.
  for (const file of globSync('contract/*.ts', { cwd: ROOT }).toSorted())
    addSchemas(file, readFileSync(join(ROOT, file), 'utf8'), schemas)
  return `${JSON.stringify(schemas, null, 2)}\n`
}

function addSchemas(file: string, source: string, schemas: Record<string, Schema>): void {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const documentation = comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ end, value }) => ({ end, text: value.replaceAll(/\s*\n\s*\*?\s*|^\*\s*/g, ' ').trim() }))
  const convert = createConverter(source, documentation, schemas)
  const statements = program.body
    .filter(({ type }) => type !== 'ImportDeclaration')
    .map((node) => ({
      start: node.start,
      type: node.type === 'ExportNamedDeclaration' ? node.declaration : node,
    }))
  // A file with functions has no answers.
  if (!statements.every(({ type }) => type?.type === 'TSTypeAliasDeclaration')) return
  for (const { start, type } of statements)
    if (type?.type === 'TSTypeAliasDeclaration') schemas[type.id.name] = convert(type, start)
}

/** `schemas`: of the types above, from which `Pick` takes members. */
function createConverter(source: string, comments: Comments, schemas: Record<string, Schema>) {
  return (declaration: Declaration, start: number): Schema => ({
    ...descriptionBefore(start),
    ...toSchema(declaration.typeAnnotation),
  })

  /** The comment that ends just before a node. */
  function descriptionBefore(start: number): Schema {
    const comment = comments.find(({ end }) => end <= start && source.slice(end, start).trim() === '')
    return comment ? { description: comment.text } : {}
  }

  function toSchema(type: ESTree.TSType): Schema {
    switch (type.type) {
      case 'TSStringKeyword':
        return { type: 'string' }
      case 'TSNumberKeyword':
        return { type: 'number' }
      case 'TSBooleanKeyword':
        return { type: 'boolean' }
      case 'TSNullKeyword':
        return { type: 'null' }
      case 'TSLiteralType':
        return { const: literalOf(type) }
      case 'TSArrayType':
        return { type: 'array', items: toSchema(type.elementType) }
      case 'TSParenthesizedType':
        return toSchema(type.typeAnnotation)
      case 'TSUnionType':
        return unionOf(type.types)
      case 'TSIntersectionType':
        return { allOf: type.types.map(toSchema) }
      case 'TSTypeLiteral':
        return objectOf(type)
      case 'TSTypeReference':
        return referenceOf(type)
      default:
        throw new Error(`The contract: there is no schema for ${type.type} yet.`)
    }
  }

  function objectOf({ members }: ESTree.TSTypeLiteral): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const member of members) {
      if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier' || !member.typeAnnotation)
        throw new Error('The contract: members are `name: type`.')
      const { name } = member.key
      properties[name] = {
        ...descriptionBefore(member.start),
        ...toSchema(member.typeAnnotation.typeAnnotation),
      }
      if (!member.optional) required.push(name)
    }
    return { type: 'object', properties, required }
  }

  function unionOf(types: ESTree.TSType[]): Schema {
    const literals = types.flatMap((type) => (type.type === 'TSLiteralType' ? [literalOf(type)] : []))
    return literals.length === types.length ? { enum: literals } : { anyOf: types.map(toSchema) }
  }

  /** A name of the contract, `Record<string, T>`, `Record<Name, T>`, `Pick<Name, 'a' | 'b'>` or `Omit<…>`. */
  function referenceOf({ typeName, typeArguments }: ESTree.TSTypeReference): Schema {
    const name = typeName.type === 'Identifier' ? typeName.name : ''
    const [first, second] = typeArguments?.params ?? []
    if (!first || !second) return { $ref: `#/components/schemas/${name}` }
    if (name === 'Record') return recordOf(first, second)
    if (name === 'Pick' || name === 'Omit') return partOf(first, second, name)
    throw new Error(`The contract: there is no schema for ${name}<…> yet.`)
  }

  function partOf(type: ESTree.TSType, keys: ESTree.TSType, kind: 'Pick' | 'Omit'): Schema {
    const name = type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name
    const { properties, required } = schemas[name || ''] as {
      properties: Record<string, Schema>
      required: string[]
    }
    const literals = keys.type === 'TSUnionType' ? keys.types : [keys]
    const names = literals.map((item) => String(item.type === 'TSLiteralType' && literalOf(item)))
    const others = Object.keys(properties).filter((key) => !names.includes(key))
    const members = kind === 'Pick' ? names : others
    return {
      type: 'object',
      properties: Object.fromEntries(members.map((key) => [key, properties[key]])),
      required: members.filter((key) => required.includes(key)),
    }
  }

  function recordOf(key: ESTree.TSType, value: ESTree.TSType): Schema {
    const names = key.type === 'TSStringKeyword' ? {} : { propertyNames: toSchema(key) }
    return { type: 'object', ...names, additionalProperties: toSchema(value) }
  }
}

function literalOf({ literal }: ESTree.TSLiteralType): unknown {
  if (literal.type === 'Literal') return literal.value
  throw new Error('The contract: literals are strings, numbers, true and false.')
}
