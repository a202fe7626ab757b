// The query for one user or session.
import type { VisitorAnswer } from '../../../../contract/visitors.ts'
import { listQuery } from '../../http/query.ts'
import { type Filters, period } from '../../search/filters.ts'
import type { VisitorKey } from '../../search/visitor-link.tsx'

export type Visitor = { key: VisitorKey; id: string }

export function visitorQuery({ key, id }: Visitor, filters: Filters) {
  return listQuery<VisitorAnswer>(['visitors'], '/api/visitors', { [key]: id, ...period(filters) })
}
