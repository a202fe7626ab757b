// The frames of a stored stack, mapped when it was stored or, where its source maps came later, now.
import { framesOf } from '../../../ingest/grouping/culprit.ts'
import { ownerOf } from '../../../ingest/grouping/owner.ts'
import type { StackFrame } from '../../../ingest/grouping/stack-frame.ts'
import { isNextError, parseLine } from '../../../ingest/grouping/stack.ts'
import { withoutIgnored, writeFrame, type MappedLine } from '../../../ingest/source-maps/mapped-stack.ts'
import type { SentStack } from '../../../ingest/rows/row-context.ts'
import type { MapFile } from '../../../ingest/source-maps/map-index.ts'
import {
  commitOf,
  originOf,
  repositoryLink,
  type Origin,
} from '../../../ingest/source-maps/repository-link.ts'
import type { QueryContext } from '../query-context.ts'
import { repositoryPaths } from '../suspects/own-frames.ts'
import type { Build } from '../suspects/release-commits.ts'
import type { Commit, Frame, Mapping } from '../../../../contract/issues.ts'

/** `mapped`: the stack that was grouped; empty without source maps. */
export type StoredStack = { sent: SentStack; mapped: string }

type ReadableStack = { text: string; frames: Frame[]; mapping: Mapping; commit: Commit | null }

export async function readStack(
  { sourceMaps, services, build }: Pick<QueryContext, 'sourceMaps' | 'services'> & { build: Build },
  { sent, mapped }: StoredStack,
  page: string,
): Promise<ReadableStack> {
  const lines = sent.text === '' ? [] : (await sourceMaps.mapOne(sent)).lines
  const stored = mapped.split('\n')
  const readable = lines.map((line, index) => readLine(line, stored[index] ?? line.text))
  const mapping = mappingOf(readable)
  if (mapping === 'none') return { text: sent.text, frames: framesOf(sent.text, page), mapping, commit: null }
  const origin = originsOf(build, services.of(sent.service).repository)
  const end = lines.findIndex(({ text }) => isNextError(text))
  return {
    text: readable.map(({ text }) => text).join('\n'),
    frames: readable.slice(0, end < 0 ? undefined : end).flatMap((line) => toFrame(line, page, origin)),
    mapping,
    commit: firstCommit(lines, origin),
  }
}

/** `pathOf`: of a file of the map, in the repository. */
type OriginOf = (file: MapFile) => Origin & { pathOf: (file: string) => string }

/** As the source maps name it; what they do not name is as the build of the release has sent it. */
function originsOf(build: Build, setting: string): OriginOf {
  const pathOf = repositoryPaths(build)
  return (file) => {
    const { repository, revision } = originOf(file, { repository: setting, release: file.release })
    return {
      repository: repository || build.repository,
      revision: revision || build.head,
      pathOf: file.root === '' ? pathOf : repositoryPaths({ ...build, root: file.root }),
    }
  }
}

function firstCommit(lines: MappedLine[], origin: OriginOf): Commit | null {
  for (const { file } of lines) {
    const commit = file && commitOf(origin(file))
    if (commit) return commit
  }
  return null
}

/** `frame`: as it is shown. */
type ReadableLine = { line: MappedLine; text: string; frame: StackFrame | null; mapping: Mapping }

/** What an occurrence was grouped by stays, also when another map is uploaded for the same file. */
function readLine(line: MappedLine, storedText: string): ReadableLine {
  const stored = storedText === line.text ? null : parseLine(storedText)
  if (stored) return { line, text: storedText, frame: stored.frame, mapping: 'stored' }
  if (line.frame === null || line.original === null)
    return { line, text: line.text, frame: line.frame, mapping: 'none' }
  const text = writeFrame(line.original, line.frame.async)
  return { line, text, frame: parseLine(text)?.frame ?? line.frame, mapping: 'late' }
}

function mappingOf(lines: ReadableLine[]): Mapping {
  const mappings = ['stored', 'late'] as const
  return mappings.find((mapping) => lines.some((line) => line.mapping === mapping)) ?? 'none'
}

function toFrame({ line, frame, mapping }: ReadableLine, page: string, origin: OriginOf): Frame[] {
  if (frame === null || line.frame === null) return []
  const inApp = ownerOf(frame, page) === 'own'
  const shown = { ...position(frame), file: withoutIgnored(frame.file), inApp }
  if (mapping === 'none') return [shown]
  // Not stored with the occurrence: source code, and names of functions of dependencies. They are read from
  // the map if it is still the same.
  const { original } = line
  const isSame = original?.line === frame.line && original.file === shown.file
  if (isSame) shown.function ||= original.function
  const context = isSame ? original.context : undefined
  const link = inApp && line.file ? linkTo(origin(line.file), shown) : null
  return [{ ...shown, raw: position(line.frame), ...(context && { context }), ...(link && { link }) }]
}

function linkTo(origin: ReturnType<OriginOf>, { file, line }: Pick<Frame, 'file' | 'line'>): string | null {
  return repositoryLink(origin, { path: origin.pathOf(file), line })
}

function position({ function: name, file, line, column }: StackFrame): NonNullable<Frame['raw']> {
  return { function: name, file, line, column }
}
