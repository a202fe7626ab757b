// The attribute with the sender's address. Only the relay sets it; a sender's own is left out.
import { truncate } from './address.ts'
import type { Config } from './config.ts'

export const CLIENT_ADDRESS = 'client.address'

/**
 * A `resource` field of OTLP with this one attribute, to append to a message that has a resource: receivers
 * of protobuf merge the two. Empty for an empty address.
 */
export function encodeClientAddress(address: string): Buffer {
  if (address === '') return Buffer.alloc(0)
  // Resource { attribute { key, value { string } } }. No address is so long that a length takes two bytes.
  const value = `\n${lengthOf(address)}${address}`
  const attribute = `\n${lengthOf(CLIENT_ADDRESS)}${CLIENT_ADDRESS}\x12${lengthOf(value)}${value}`
  const resource = `\n${lengthOf(attribute)}${attribute}`
  return Buffer.from(`\n${lengthOf(resource)}${resource}`, 'latin1')
}

function lengthOf(text: string): string {
  return String.fromCharCode(text.length)
}

/** As the log and the resource have it; '' for none. */
export function loggedAddress(address: string, { clientAddress }: Config): string {
  if (clientAddress === 'off') return ''
  return clientAddress === 'full' ? address : truncate(address)
}
