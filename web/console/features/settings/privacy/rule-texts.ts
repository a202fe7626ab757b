// The rules of the relay in words.
import type { ScrubRule } from '../../../../../contract/settings.ts'

/** What each rule recognises a secret by. */
export const RULES: Record<ScrubRule, string> = {
  names: 'after a name',
  credentials: 'keys, tokens, private keys, hashes of passwords, passwords in addresses',
  commands: 'passwords in command lines',
  sql: 'passwords in SQL',
  queries: 'codes and tokens in the query of an address',
  paths: 'tokens in the path of an address, webhooks',
  logins: 'codes and passwords of a login in a sentence',
  cards: 'numbers of payment cards',
}
