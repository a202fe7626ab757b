// Names for the functions of a source, as a developer would name them. A function without a name of its own
// belongs to the named one around it: that is what stacks of all engines have in common.
import type { SyntaxNode } from './parse-source.ts'

export type NamedFunction = { node: SyntaxNode; name: string }

/**
 * `hint`: what the code around names the value: a variable, a property, an attribute. Of a member of a class
 * or of an object: the name of that. `isNamed`: a named function is around it.
 */
type Visit = { node: SyntaxNode; hint: string; isNamed: boolean }

/** Functions that return the function that they take: `const pay = useCallback(() => …)` is `pay`. */
const WRAPPERS = /^(?:use[A-Z]\w*|debounce|throttle|memo|memoize|once|forwardRef|observer)$/

/** Expressions that have the value of one of these fields. */
const TRANSPARENT: Record<string, string[]> = {
  ConditionalExpression: ['consequent', 'alternate'],
  JSXExpressionContainer: ['expression'],
  LogicalExpression: ['left', 'right'],
  ParenthesizedExpression: ['expression'],
  TSAsExpression: ['expression'],
  TSNonNullExpression: ['expression'],
  TSSatisfiesExpression: ['expression'],
  TSTypeAssertion: ['expression'],
  // Members take the name of what they belong to.
  ClassBody: ['body'],
  ObjectExpression: ['properties'],
}

/** Fields without code: positions, comments, types. */
const SKIPPED = new Set(
  `loc extra errors directives leadingComments innerComments trailingComments returnType superTypeParameters
  superTypeArguments typeAnnotation typeArguments typeParameters types`.split(/\s+/),
)

export function collectFunctions(program: SyntaxNode): NamedFunction[] {
  const functions: NamedFunction[] = []
  // Not a recursion: a sum of many texts is a deep tree.
  const open: Visit[] = [{ node: program, hint: '', isNamed: false }]
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const own = namedFunction(visit)
    if (own) functions.push(own)
    const isNamed = visit.isNamed || own !== null
    for (const field of Object.keys(visit.node)) {
      const value = visit.node[field]
      if (typeof value !== 'object' || value === null || SKIPPED.has(field)) continue
      const hint = hintFor(visit, field)
      if (!Array.isArray(value)) open.push({ node: value as SyntaxNode, hint, isNamed })
      else for (const node of value as (SyntaxNode | null)[]) if (node) open.push({ node, hint, isNamed })
    }
  }
  return functions
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'loc' in value
}

function namedFunction({ node, hint }: Visit): NamedFunction | null {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return named(node, ownName(node) || hint)
    case 'ObjectMethod':
      return named(node, memberName(hint === 'default' ? '' : hint, keyName(node)))
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      if (node['kind'] === 'constructor') return named(node, `new ${hint}`.trim())
      return named(node, memberName(hint, keyName(node)))
    case 'ClassProperty':
    case 'ClassPrivateProperty':
    case 'ClassAccessorProperty':
      return isNode(node['value']) ? named(node['value'], initializerName(node, hint)) : null
    case 'StaticBlock':
      return named(node, `static ${hint}`.trim())
    default:
      return null
  }
}

function named(node: SyntaxNode, name: string): NamedFunction | null {
  return name === '' ? null : { node, name }
}

/** Fields of a class are set by its constructor, or when the class is made. */
function initializerName(node: SyntaxNode, className: string): string {
  return `${node['static'] === true ? 'static' : 'new'} ${className}`.trim()
}

function ownName({ id }: SyntaxNode): string {
  return isNode(id) ? assignedName(id) : ''
}

/** Of the value in a field of a node. */
const HINTS: Record<string, (visit: Visit, field: string) => string> = {
  VariableDeclarator: ({ node }, field) => (field === 'init' ? ownName(node) : ''),
  AssignmentExpression: ({ node }, field) => (field === 'right' ? assignedName(node['left']) : ''),
  AssignmentPattern: ({ node }, field) => (field === 'right' ? assignedName(node['left']) : ''),
  ClassDeclaration: ({ node, hint }, field) => (field === 'body' ? ownName(node) || hint : ''),
  ClassExpression: ({ node, hint }, field) => (field === 'body' ? ownName(node) || hint : ''),
  ClassProperty: propertyHint,
  ClassPrivateProperty: propertyHint,
  ClassAccessorProperty: propertyHint,
  ObjectProperty: ({ node, hint }, field) =>
    propertyHint({ node, hint: hint === 'default' ? '' : hint }, field),
  ExportDefaultDeclaration: (_, field) => (field === 'declaration' ? 'default' : ''),
  TSExportAssignment: (_, field) => (field === 'expression' ? 'default' : ''),
  JSXAttribute: ({ node }, field) => (field === 'value' ? assignedName(node['name']) : ''),
  CallExpression: argumentHint,
  NewExpression: argumentHint,
}

function hintFor(visit: Visit, field: string): string {
  const { type } = visit.node
  if (TRANSPARENT[type]?.includes(field)) return visit.hint
  return HINTS[type]?.(visit, field) ?? ''
}

function propertyHint({ node, hint }: Pick<Visit, 'node' | 'hint'>, field: string): string {
  return field === 'value' ? memberName(hint, keyName(node)) : ''
}

/** Outside of all functions the name of the result is the best one. */
function argumentHint({ node, hint, isNamed }: Visit, field: string): string {
  if (field !== 'arguments') return ''
  return !isNamed || WRAPPERS.test(assignedName(node['callee']).replace(/^.*\./, '')) ? hint : ''
}

/** "Cart.total" of `Cart.prototype.total`, "total" of `this.total` and `exports.total`. Empty: no name. */
function assignedName(target: unknown): string {
  const names = namesOf(target as SyntaxNode | null).filter((name) => name !== 'prototype')
  if (names.join('.') === 'module.exports') return 'default'
  if (names.includes('')) return ''
  const first = names.findLastIndex((name) => name === 'this' || name === 'exports') + 1
  return names.slice(Math.max(first, names.length - 2)).join('.')
}

/** Of a member of a class or an object. Empty: only the running program knows it. */
function keyName(member: SyntaxNode): string {
  const key = member['key'] as SyntaxNode
  if (member['computed'] !== true) return literalName(key)
  // `[Symbol.iterator]`
  return key.type === 'MemberExpression' ? (namesOf(key).at(-1) ?? '') : literalName(key, false)
}

/** Of a deep object only the last owner: "methods.pay". */
function memberName(owner: string, key: string): string {
  if (key === '' || owner === '') return key
  return `${owner.slice(owner.lastIndexOf('.') + 1)}.${key}`
}

/** Of `a.b.c` all names, an empty one where it is not known. Deeper ones than twenty are not read. */
function namesOf(target: SyntaxNode | null): string[] {
  const names: string[] = []
  let node = target
  for (let depth = 0; node && depth < 20; depth++) {
    if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') {
      names.unshift(literalName(node))
      break
    }
    names.unshift(literalName(node['property'] as SyntaxNode, node['computed'] !== true))
    node = node['object'] as SyntaxNode
  }
  return names
}

function literalName(node: SyntaxNode, isName = true): string {
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      return isName ? String(node['name']) : ''
    case 'JSXNamespacedName':
      return `${literalName(node['namespace'] as SyntaxNode)}:${literalName(node['name'] as SyntaxNode)}`
    case 'PrivateName':
      return `#${literalName(node['id'] as SyntaxNode)}`
    case 'StringLiteral':
    case 'NumericLiteral':
      return String(node['value'])
    case 'ThisExpression':
      return 'this'
    default:
      return ''
  }
}
