// Facets of attributes that an application sets, such as feature flags. Their names have a dot.
import type { FacetsAnswer } from '../../../contract/search.ts'
import { plainText } from '../ui/untrusted-text.tsx'

export function attributeNames(answer: FacetsAnswer | undefined): string[] {
  return answer?.facets.map(({ name }) => name).filter((name) => name.includes('.')) ?? []
}

/** `flag checkout`, of the attribute that `setFlag` writes. */
export function facetLabel(name: string): string {
  return plainText(name.replace(/^errata\.flag\./, 'flag '))
}
