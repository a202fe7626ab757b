// The digest of an occurrence that comes without one.
import { createHash } from 'node:crypto'
import { DIGEST_ALPHABET } from '../../../contract/digest.ts'

/** Derived, not random: the same request sent again gives its occurrences the same digests. */
export function deriveDigest(hash: string, position: number): string {
  const bytes = createHash('sha256').update(`${hash} ${position}`).digest()
  return Array.from(bytes.subarray(0, 8), (byte) => DIGEST_ALPHABET[byte % 32]).join('')
}
