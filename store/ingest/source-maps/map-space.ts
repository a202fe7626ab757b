// The space that source maps may take on the disk. Above it the oldest maps that no stack needs are deleted,
// then uploads are refused: days of occurrences are never deleted for source maps.
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { MapFile } from './map-index.ts'

/** A map that a stack has needed within this number of days stays. */
const NEEDED_DAYS = 7

/** Milliseconds. Builds without a release have no name: maps that came within this time are of one build. */
const BUILD_MS = 60 * 60_000

/** Of the limit: more than the upload needs, because each deletion rewrites a part of the table. */
const FREED_SHARE = 0.1

const compress = promisify(zstdCompress)

/** The upload does not fit, and no map may be deleted for it. */
export class MapsFullError extends Error {}

export type MapSpace = {
  /** Bytes; null: not limited. */
  limit: number | null
  /** Makes space for a map. Throws a `MapsFullError`. */
  require(json: Buffer, upload: Pick<MapFile, 'release'> & { services: string[] }): Promise<void>
  /** A message while maps are refused. */
  problems(): string[]
  /** Maps were deleted. */
  deleted(): void
}

type UsedFile = MapFile & { lastUsed: string | null }

type SpaceOptions = {
  limit: number | null
  /** What the maps take on the disk. */
  readBytes: () => Promise<number>
  readFiles: () => Promise<UsedFile[]>
  /** Deletes files, with the maps that no other file has, at once. */
  delete: (files: UsedFile[]) => Promise<void>
}

export function createMapSpace({ limit, readBytes, readFiles, delete: remove }: SpaceOptions): MapSpace {
  let isFull = false

  async function requireSpace(
    json: Buffer,
    upload: Pick<MapFile, 'release'> & { services: string[] },
    most: number,
  ): Promise<void> {
    let bytes = await readBytes()
    if (bytes + json.length <= most) return
    // About what the engine makes of it.
    const added = (await compress(json)).length
    if (bytes + added <= most) return
    const files = await readFiles()
    const ratio = bytes / Math.max(1, sizeOf(files))
    const unused = oldestUnused(files, upload)
    const needed = Math.max(bytes + added - most, most * FREED_SHARE)
    while (bytes + added > most && unused.length > 0) {
      const chosen: UsedFile[] = []
      while (unused.length > 0 && sizeOf(chosen) * ratio < needed) chosen.push(unused.shift()!)
      await remove(chosen)
      bytes = await readBytes()
    }
    if (bytes + added <= most) return
    throw new MapsFullError(
      `Source maps take ${megabytes(bytes)} of the ${megabytes(most)} MB that they may take, and none of ` +
        'them may be deleted: stacks of the last days need them, or they belong to this release. Delete ' +
        'the source maps of old releases, or raise STORE_LIMIT.',
    )
  }

  return {
    limit,
    async require(json, upload) {
      if (limit === null) return
      try {
        await requireSpace(json, upload, limit)
        isFull = false
      } catch (error) {
        if (error instanceof MapsFullError) isFull = true
        throw error
      }
    },
    problems: () =>
      isFull && limit !== null
        ? [
            `Uploads of source maps are refused: they may take ${megabytes(limit)} MB. Delete the source ` +
              'maps of old releases, or raise STORE_LIMIT. Occurrences are not affected.',
          ]
        : [],
    deleted: () => (isFull = false),
  }
}

/** The oldest first: what no stack has needed for days, except what belongs to the same build. */
function oldestUnused(
  files: UsedFile[],
  { services, release }: Pick<MapFile, 'release'> & { services: string[] },
): UsedFile[] {
  const needed = new Date(Date.now() - NEEDED_DAYS * 86_400_000).toISOString()
  const recent = new Date(Date.now() - BUILD_MS).toISOString()
  const isSameBuild = (file: UsedFile): boolean =>
    services.includes(file.service) &&
    file.release === release &&
    (release !== '' || file.uploadedAt > recent)
  return files
    .filter((file) => (file.lastUsed ?? '') < needed && !isSameBuild(file))
    .toSorted((a, b) => (lastInstant(a) < lastInstant(b) ? -1 : 1))
}

function lastInstant({ uploadedAt, lastUsed }: UsedFile): string {
  return lastUsed !== null && lastUsed > uploadedAt ? lastUsed : uploadedAt
}

/** Of the JSON of different maps. */
function sizeOf(files: UsedFile[]): number {
  const sizes = new Map(files.map(({ map, bytes }) => [map, bytes]))
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6)
}
