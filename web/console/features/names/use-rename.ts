// Sets the name of the reader. A failure is reported in a toast.
import { useQueryClient } from '@tanstack/react-query'
import type { Me, MeChange } from '../../../../contract/people.ts'
import { messageOf } from '../../http/error-text.ts'
import { request } from '../../http/http.ts'
import { useToast } from '../../ui/toast.tsx'

/** Resolves to the name on one line; undefined: it was not saved. */
export type Rename = (name: string) => Promise<string | undefined>

export function useRename(): Rename {
  const client = useQueryClient()
  const { showToast } = useToast()
  return async (name) => {
    const body: MeChange = { name }
    try {
      const me = await request<Me>('/api/me', { method: 'PATCH', body })
      // All screens show the name.
      void client.invalidateQueries()
      return me.name
    } catch (error) {
      showToast({ text: `Your name was not saved: ${messageOf(error)}`, failed: true })
      return undefined
    }
  }
}
