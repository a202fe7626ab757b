// Opens what the text of a search box or pasted text names.
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { FingerprintAnswer } from '../../../contract/issues.ts'
import { describeError } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import type { SearchQuery } from './search-query.ts'
import { useToast } from '../ui/toast.tsx'

type ListQuery = Extract<SearchQuery, { target: 'list' }>
type StackQuery = Extract<SearchQuery, { target: 'stack' }>

/** Opens what a query names. Text is a search in the list of issues. */
export function useOpenInList(): (query: SearchQuery) => void {
  const navigate = useNavigate()
  return useOpenQuery((filters) => void navigate({ to: '/', search: filters }))
}

/** Opens what a query names. Filters of a list are passed to `onList`. */
export function useOpenQuery(onList: (filters: ListQuery['filters']) => void): (query: SearchQuery) => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  const { showToast } = useToast()
  const openStack = async ({ type, message, stacktrace }: StackQuery) => {
    try {
      const body = { type, message, stacktrace }
      const { issueId: id } = await request<FingerprintAnswer>('/api/fingerprint', { method: 'POST', body })
      if (id) await navigate({ to: '/issues/$id', params: { id }, search: {} })
      else showToast({ text: `No issue matches this ${type || 'error'} stack.` })
    } catch (error) {
      const { title, text } = describeError(error instanceof Error ? error : new Error(String(error)))
      showToast({ text: `${title}. ${text}`, failed: true })
    }
  }
  return (query) => {
    switch (query.target) {
      case 'trace':
        return void navigate({
          to: '/traces/$traceId',
          params: { traceId: query.traceId },
          search: { span: query.spanId },
        })
      case 'digest':
        return void navigate({ to: '/d/$digest', params: { digest: query.digest } })
      case 'issue':
        return void navigate({ to: '/issues/$id', params: { id: query.id }, search: {} })
      case 'path':
        return history.push(query.path)
      case 'stack':
        return void openStack(query)
      case 'list':
        return onList(query.filters)
    }
  }
}
