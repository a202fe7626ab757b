// The tables of source maps: reads, writes and deletes.
import { randomUUID } from 'node:crypto'
import type { Engine } from '../../database/engine/engine.ts'
import { ProtobufReader } from '../../../otlp/protobuf-reader.ts'
import { nextTurn } from '../../../server/event-loop.ts'
import { localStatement } from '../../database/tables/distributed.ts'
import { nowNs, rfc3339, seconds } from '../../database/instants.ts'
import type { MapFile } from './map-index.ts'

/** Bytes of a chunk: the main thread spends some 10 ms on one. */
const CHUNK_BYTES = 2 * 1024 * 1024

type MapTables = {
  /** The oldest first. */
  readFiles(): Promise<MapFile[]>
  writeFiles(files: MapFile[]): Promise<void>
  deleteFiles(files: MapFile[]): Promise<void>
  /** Null: it is not stored. */
  readMap(map: string): Promise<Buffer | null>
  writeMap(map: string, json: Buffer): Promise<void>
  /** At once. For the embedded engine. */
  deleteMaps(maps: string[]): Promise<void>
  /** Removes rows of deleted files, and maps that no file has. */
  removeDeleted(): Promise<void>
}

export function openMapTables(engine: Engine, cluster: string | null): MapTables {
  async function insertFiles(files: MapFile[], isDeleted: boolean): Promise<void> {
    const now = nowNs()
    const rows = files.map((file) => toRow(file, isDeleted, now))
    if (rows.length > 0) await engine.insert('source_map_files', rows.join('\n'), randomUUID())
  }

  return {
    async readFiles() {
      const files = await engine.query<MapFile>(
        `SELECT ServiceName AS service, Release AS release, File AS file, Map AS map, DebugId AS debugId,
           Bytes AS bytes, Sources AS sources, Repository AS repository, Revision AS revision, Root AS root,
           toString(UploadedAt) AS uploadedAt
         FROM source_map_files FINAL WHERE NOT IsDeleted ORDER BY UploadedAt`,
      )
      return files.map((file) => ({ ...file, uploadedAt: rfc3339(file.uploadedAt) }))
    },
    writeFiles: (files) => insertFiles(files, false),
    deleteFiles: (files) => insertFiles(files, true),
    async readMap(map) {
      const texts = await engine.queryBytes(
        'RowBinary',
        'SELECT Data FROM source_maps WHERE Map = {map:String} ORDER BY Chunk LIMIT 1 BY Chunk',
        { map },
      )
      return texts.length === 0 ? null : Buffer.concat(readTexts(texts))
    },
    async writeMap(map, json) {
      for (const [index, chunk] of toChunks(json).entries()) {
        const row = { Map: map, Chunk: index, Data: chunk.toString() }
        await engine.insert('source_maps', JSON.stringify(row), randomUUID())
        await nextTurn()
      }
    },
    async deleteMaps(maps) {
      if (maps.length === 0) return
      // Hashes in hex, which need no quoting; a statement has no parameters.
      const names = maps.map((map) => `'${map}'`).join()
      await engine.command(
        `ALTER TABLE source_maps DELETE WHERE Map IN (${names}) SETTINGS mutations_sync = 1`,
      )
    },
    async removeDeleted() {
      const files = '(SELECT Map FROM source_map_files FINAL WHERE NOT IsDeleted)'
      const statements = [
        // Of an upload that is under way the file is written last.
        `ALTER TABLE source_maps DELETE WHERE Map NOT IN ${files} AND StoredAt < now() - 3600`,
        // With the rows of a file that the row of its deletion replaces.
        `ALTER TABLE source_map_files DELETE WHERE (ServiceName, Release, File) IN
           (SELECT ServiceName, Release, File FROM source_map_files FINAL WHERE IsDeleted)`,
      ]
      for (const statement of statements) await engine.command(localStatement(statement, cluster))
    },
  }
}

function toRow(file: MapFile, isDeleted: boolean, now: bigint): string {
  return JSON.stringify({
    ServiceName: file.service,
    Release: file.release,
    File: file.file,
    Map: file.map,
    DebugId: file.debugId,
    Bytes: file.bytes,
    Sources: file.sources,
    Repository: file.repository,
    Revision: file.revision,
    Root: file.root,
    UploadedAt: seconds(now),
    IsDeleted: Number(isDeleted),
  })
}

/** Texts of RowBinary: each is its length and its bytes. */
function readTexts(bytes: Buffer): Buffer[] {
  const texts: Buffer[] = []
  const reader = new ProtobufReader(bytes)
  while (reader.at < bytes.length) {
    const end = reader.delimited(bytes.length)
    texts.push(bytes.subarray(reader.at, end))
    reader.at = end
  }
  return texts
}

/** A chunk ends before a character, not within its bytes. */
function toChunks(json: Buffer): Buffer[] {
  const chunks: Buffer[] = []
  let start = 0
  while (start < json.length) {
    let end = Math.min(start + CHUNK_BYTES, json.length)
    while (end < json.length && (json[end]! & 0xc0) === 0x80) end--
    chunks.push(json.subarray(start, end))
    start = end
  }
  return chunks
}
