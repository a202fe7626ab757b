// Names of variables, properties and attributes to which code assigns a function.
import type { SyntaxNode } from './parse-source.ts'

/** "Cart.total" of `Cart.prototype.total`, "total" of `this.total` and `exports.total`. Empty: no name. */
export function assignedName(target: unknown): string {
  const names = namesOf(target as SyntaxNode | null).filter((name) => name !== 'prototype')
  if (names.join('.') === 'module.exports') return 'default'
  if (names.includes('')) return ''
  const first = names.findLastIndex((name) => name === 'this' || name === 'exports') + 1
  return names.slice(Math.max(first, names.length - 2)).join('.')
}

/** Of a member of a class or an object. Empty: only the running program knows it. */
export function keyName(member: SyntaxNode): string {
  const key = member['key'] as SyntaxNode
  if (member['computed'] !== true) return literalName(key)
  // `[Symbol.iterator]`
  return key.type === 'MemberExpression' ? (namesOf(key).at(-1) ?? '') : literalName(key, false)
}

/** Of a deep object only the last owner: "methods.pay". */
export function memberName(owner: string, key: string): string {
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
