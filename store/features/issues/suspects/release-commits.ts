// The commits of releases, as their builds have sent them: reads and writes of the table.
import { randomUUID } from 'node:crypto'
import type { CodeOwners, ReleaseCommit } from '../../../../contract/commits.ts'
import { queryNumber, type Engine } from '../../../database/engine/engine.ts'
import { nowNs, seconds } from '../../../database/instants.ts'
import type { Project } from './own-frames.ts'

/** Empty texts: not known. `firstAt`: nanoseconds since 1970. */
export type StoredCommits = Project & {
  service: string
  release: string
  firstAt: bigint
  head: string
  base: string
  repository: string
  missing: string
  commits: ReleaseCommit[]
  owners: CodeOwners | null
}

/** A release without its commits. */
export type UploadedRelease = Pick<StoredCommits, 'service' | 'release' | 'firstAt' | 'head'>

/** Bytes of all rows before compression, which makes them about a tenth. */
const MAX_STORED_BYTES = 1024 ** 3

/** Releases of a service whose order is known: one a day for years. */
const MAX_RELEASES = 2_000

const NAME = `ServiceName AS service, Release AS release,
  toString(toUnixTimestamp64Nano(FirstAt)) AS firstAt, Head AS head`

type Row = Omit<StoredCommits, 'commits' | 'owners' | 'firstAt'> & {
  firstAt: string
  commits: string
  ownersFile: string
  owners: string
}

/** Of some releases of a service, in any order. */
export async function readCommits(
  engine: Engine,
  service: string,
  releases: string[],
): Promise<StoredCommits[]> {
  const rows = await engine.query<Row>(
    `SELECT ${NAME}, Base AS base, Root AS root, Folders AS folders, Repository AS repository,
       Missing AS missing, Commits AS commits, OwnersFile AS ownersFile, Owners AS owners
     FROM release_commits FINAL
     WHERE ServiceName = {service:String} AND Release IN {releases:Array(String)}`,
    { service, releases },
  )
  return rows.map(({ ownersFile, owners, commits, firstAt, ...row }) => ({
    ...row,
    firstAt: BigInt(firstAt),
    commits: JSON.parse(commits) as ReleaseCommit[],
    owners: ownersFile === '' ? null : { path: ownersFile, text: owners },
  }))
}

/** Where the code of a release is. Empty texts: not known. */
export type Build = Project & Pick<StoredCommits, 'head' | 'repository'>

const NO_BUILD: Build = { root: '', folders: [], head: '', repository: '' }

export async function readBuild(engine: Engine, service: string, release: string): Promise<Build> {
  const [row] = await engine.query<Build>(
    `SELECT Root AS root, Folders AS folders, Head AS head, Repository AS repository
     FROM release_commits FINAL WHERE ServiceName = {service:String} AND Release = {release:String}`,
    { service, release },
  )
  return row ?? NO_BUILD
}

/** The latest first. */
export async function readUploadedReleases(engine: Engine, service: string): Promise<UploadedRelease[]> {
  const rows = await engine.query<Omit<UploadedRelease, 'firstAt'> & { firstAt: string }>(
    `SELECT ${NAME} FROM release_commits FINAL WHERE ServiceName = {service:String}
     ORDER BY FirstAt DESC LIMIT ${MAX_RELEASES}`,
    { service },
  )
  return rows.map((row) => ({ ...row, firstAt: BigInt(row.firstAt) }))
}

/** The release that was uploaded before; of one that is not among `uploaded`, the latest. */
export function releaseBefore(uploaded: UploadedRelease[], release: string): UploadedRelease | null {
  const at = uploaded.findIndex((other) => other.release === release)
  return uploaded[at + 1] ?? null
}

/** Of a release; null: its build has sent nothing. */
export async function countCommits(
  engine: Engine,
  { service, release }: Pick<StoredCommits, 'service' | 'release'>,
): Promise<number | null> {
  const [row] = await engine.query<{ count: number }>(
    `SELECT JSONLength(Commits) AS count FROM release_commits FINAL
     WHERE ServiceName = {service:String} AND Release = {release:String}`,
    { service, release },
  )
  return row?.count ?? null
}

/** Whether there is space for further commits. */
export async function hasSpace(engine: Engine): Promise<boolean> {
  const bytes = await queryNumber(
    engine,
    'SELECT sum(byteSize(Commits, Owners, Folders)) AS value FROM release_commits',
  )
  return bytes < MAX_STORED_BYTES
}

/** Replaces what is stored of the release; its place in the order stays. */
export async function writeCommits(engine: Engine, rows: StoredCommits[]): Promise<void> {
  const uploadedAt = seconds(nowNs())
  const texts = rows.map((row) =>
    JSON.stringify({
      ServiceName: row.service,
      Release: row.release,
      FirstAt: seconds(row.firstAt),
      UploadedAt: uploadedAt,
      Head: row.head,
      Base: row.base,
      Root: row.root,
      Folders: row.folders,
      Repository: row.repository,
      Missing: row.missing,
      Commits: JSON.stringify(row.commits),
      OwnersFile: row.owners?.path ?? '',
      Owners: row.owners?.text ?? '',
    }),
  )
  await engine.insert('release_commits', texts.join('\n'), randomUUID())
}
