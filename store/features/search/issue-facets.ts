// Facets of issues: of each value, the exceptions that have it.
import { all, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { FACETS } from '../../../contract/query.ts'
import { filtersOf, type Filters } from '../../http/filters.ts'
import { EXCEPTION_COLUMNS, exceptionFilter, isOfIssue } from '../../occurrences/exception-filter.ts'
import {
  assigneeColumn,
  ownerRows,
  selectColumns,
  topValues,
  withIssueTerms,
  type QueryContext,
} from '../issues/index.ts'
import type { Breakdown } from '../../../contract/issues.ts'
import type { IssueMerges } from '../../occurrences/occurrences.ts'
import { attributeFacets, without, type FacetReaders, type FacetValues } from './attribute-facets.ts'

/** Values of one facet. Rarer ones are found by a search. */
const MAX_VALUES = 20

/** Fingerprints that narrow a query: more of them are most of the table. */
const MAX_FINGERPRINTS = 1_000

/** `issue`: its id, or empty for all. */
export async function issueFacets(
  context: QueryContext,
  requested: Filters,
  issue: string,
): Promise<FacetReaders> {
  const { engine, merges, issueCache } = context
  const filters = withIssueTerms(context, requested)
  const changes = [...(await issueCache.changes()).values()]
  const assignee = assigneeColumn(
    merges,
    changes.some((change) => Boolean(change.assignee?.value)),
  )
  const fingerprints = issue === '' ? null : merges.fingerprintsOf(merges.issueOf(issue))
  return {
    read: async () => {
      const narrow = fingerprints ?? (await narrowSearch(context, filters))
      const ofIssue = narrow === null ? [] : [isOfIssue(narrow)]
      return countValues(engine, { where: all([...ofIssue, exceptionFilter(filters)]), assignee, merges })
    },
    readBase: ({ values }) =>
      countValues(engine, { where: baseCondition(filters, fingerprints), assignee, merges, only: values }),
  }
}

/** Of a search for rare words, the fingerprints that have them, which lead the table's key; null: all. */
async function narrowSearch(context: QueryContext, filters: Filters): Promise<string[] | null> {
  if (!filters.terms.some(({ key }) => key === null)) return null
  const selection = await context.occurrences.select(filters, context)
  return selection.fingerprints(MAX_FINGERPRINTS)
}

/** `only`: these values of these facets. */
type Counted = {
  where: Condition
  assignee: Condition
  merges: IssueMerges
  only?: FacetValues['values']
}

async function countValues(engine: Engine, counted: Counted): Promise<FacetValues> {
  const { where, assignee, only } = counted
  const names = FACETS.issues.filter((name) => name !== 'owner')
  const columns = Object.fromEntries(
    names.map((name) => [name, name === 'assignee' ? assignee.sql : EXCEPTION_COLUMNS[name]]),
  )
  const rows = selectColumns({ table: 'exceptions', columns, where })
  const texts = only && [...new Set(names.flatMap((name) => only.get(name) ?? []).map(({ value }) => value))]
  const [{ values, totals }, owners] = await Promise.all([
    topValues(engine, {
      names,
      rows: { sql: rows.sql, parameters: { ...rows.parameters, ...assignee.parameters } },
      limit: texts?.length ?? MAX_VALUES,
      ...(texts && { restrictTo: texts }),
    }),
    countOwners(engine, counted),
  ])
  const byName = FACETS.issues.map((name) => [name, values.get(name) ?? owners] as const)
  const total = totals['count'] ?? 0
  const table = { table: 'exceptions', column: 'Attributes', unit: 'count()' }
  const attributes = await attributeFacets(
    engine,
    { ...table, where, total },
    only && without(only, FACETS.issues),
  )
  return { values: new Map([...byName, ...attributes]), total }
}

/** Of an issue that several own, each of them has its exceptions. */
async function countOwners(engine: Engine, { where, merges, only }: Counted): Promise<Breakdown> {
  const names = only?.get('owner')?.map(({ value }) => value)
  if (names?.length === 0) return []
  const { sql: id, parameters } = ownerRows(merges)
  return engine.query<{ value: string; count: number }>(
    `SELECT owner AS value, sum(exceptions) AS count
     FROM (SELECT ${merges.idColumn.sql} AS id, count() AS exceptions FROM exceptions
       WHERE ${where.sql} AND id IN (SELECT id FROM (${id})) GROUP BY id) AS matches
     INNER JOIN (${id}) AS owned USING id
     WHERE ${names ? 'owner IN {owners:Array(String)}' : '1'}
     GROUP BY value ORDER BY count DESC, value LIMIT ${names?.length ?? MAX_VALUES}`,
    { ...where.parameters, ...parameters, ...(names && { owners: names }) },
  )
}

function baseCondition(filters: Filters, fingerprints: string[] | null): Condition {
  const base = exceptionFilter(baseOf(filters))
  if (fingerprints === null || filters.service.length > 0) return base
  const ofService = `ServiceName IN (SELECT ServiceName FROM exceptions
    WHERE IssueId IN {fingerprints:Array(String)})`
  return { sql: `${base.sql} AND ${ofService}`, parameters: { ...base.parameters, fingerprints } }
}

/** The same range and services without the other filters. */
export function baseOf(filters: Filters): Filters {
  const { until, service } = filters
  return filtersOf(filters, { until, service })
}
