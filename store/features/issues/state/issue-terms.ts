// Terms of a search of issues that are about an issue, not about its occurrences: `assignee:`, `owner:` and
// `has:feedback`. And the facet of assignees.
import type { Condition } from '../../../database/engine/condition.ts'
import { ME, requireName } from '../../../http/actor.ts'
import type { Filters } from '../../../http/filters.ts'
import type { IssueMerges } from '../../../occurrences/occurrences.ts'
import { isIssueKey } from '../../../occurrences/search-terms.ts'
import type { QueryContext } from '../query-context.ts'
import { isOwnedBy } from '../suspects/issue-owners.ts'
import { LATEST_ASSIGNEES } from './issue-changes.ts'
import { hasFeedback } from './issue-feedback.ts'

/** The value that stands for nobody. */
const NOBODY = 'none'

type TermContext = Pick<QueryContext, 'merges' | 'actor'>

/**
 * The same filters, whose terms about issues have a condition on the issue of an occurrence. Throws a 400 for
 * `assignee:me` of a caller without a name.
 */
export function withIssueTerms<Of extends Pick<Filters, 'terms'>>(context: TermContext, filters: Of): Of {
  const { merges } = context
  if (!filters.terms.some(({ key }) => isIssueKey(key))) return filters
  const terms = filters.terms.map((term, at) => {
    if (term.key === 'assignee') return { ...term, condition: isAssignedTo(context, term.value, at) }
    if (term.key === 'owner') return { ...term, condition: isOwnedBy(merges, term.value, at) }
    return term.key === 'has' ? { ...term, condition: hasFeedback(merges, term.value) } : term
  })
  return { ...filters, terms }
}

/** Names are compared in any case: people type them. */
function isAssignedTo({ merges: { idColumn }, actor }: TermContext, value: string, at: number): Condition {
  // A rule has no person that it could stand for.
  if (value === ME && actor === undefined) return { sql: '0', parameters: {} }
  const name = value === ME ? requireName(actor!) : value
  const isNobody = name.toLowerCase() === NOBODY || name === ''
  const named = isNobody ? '1' : `lowerUTF8(Value) = lowerUTF8({assignee${at}:String})`
  return {
    sql: `${idColumn.sql} ${isNobody ? 'NOT IN' : 'IN'} (
      SELECT IssueId FROM (${LATEST_ASSIGNEES}) WHERE ${named})`,
    parameters: { ...idColumn.parameters, ...(!isNobody && { [`assignee${at}`]: name }) },
  }
}

/** A column with the assignee of each occurrence. `isAnyAssigned`: some issue is. */
export function assigneeColumn({ idColumn }: IssueMerges, isAnyAssigned: boolean): Condition {
  if (!isAnyAssigned) return { sql: `''`, parameters: {} }
  return {
    sql: `transform(${idColumn.sql}, ${columnOf('IssueId')}, ${columnOf('Value')}, '')`,
    parameters: idColumn.parameters,
  }
}

/** In the same order for each column. */
function columnOf(name: 'IssueId' | 'Value'): string {
  return `(SELECT groupArray(${name}) FROM (SELECT * FROM (${LATEST_ASSIGNEES}) ORDER BY IssueId))`
}
