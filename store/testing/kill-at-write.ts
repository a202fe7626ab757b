// Loaded into a store before its own code (`--import`): ends the process as `kill -9` does, at step KILL_AT
// of the steps that write received rows. These are calls that change the journal or the file of hashes, half
// of the bytes of each write, and both sides of inserts.
import fs, { type PathOrFileDescriptor } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import * as chdb from 'chdb'

const last = Number(process.env['KILL_AT'])
const descriptors = new Set<PathOrFileDescriptor>()
let steps = 0

function step(): void {
  if (++steps === last) process.kill(process.pid, 'SIGKILL')
}

const isOurs = (file: PathOrFileDescriptor): boolean =>
  descriptors.has(file) || /\/store\/(?:journal\/|received)/.test(String(file))

const { openSync, writeSync, writevSync, ftruncateSync, rmSync, appendFileSync, renameSync } = fs

Object.assign(fs, {
  openSync(...args: Parameters<typeof openSync>) {
    const isWritten = isOurs(args[0] as string) && args[1] === 'w'
    if (isWritten) step()
    const descriptor = openSync(...args)
    if (isWritten) descriptors.add(descriptor)
    else descriptors.delete(descriptor)
    return descriptor
  },
  writevSync(descriptor: number, buffers: Buffer[], position: number) {
    if (!isOurs(descriptor)) return writevSync(descriptor, buffers, position)
    step()
    const bytes = Buffer.concat(buffers)
    const half = writeSync(descriptor, bytes, 0, bytes.length >> 1, position)
    step()
    return half + writeSync(descriptor, bytes, half, bytes.length - half, position + half)
  },
  ...changing({ ftruncateSync, rmSync, appendFileSync, renameSync }),
})
syncBuiltinESMExports()

type Change = (file: PathOrFileDescriptor, ...rest: never[]) => unknown

function changing(calls: Record<string, unknown>): Record<string, Change> {
  return Object.fromEntries(
    Object.entries(calls as Record<string, Change>).map(([name, call]) => [
      name,
      (file: PathOrFileDescriptor, ...rest: never[]) => {
        if (isOurs(file)) step()
        return call(file, ...rest)
      },
    ]),
  )
}

type Query = typeof chdb.Session.prototype.queryAsync

const session: { queryAsync: Query } = chdb.Session.prototype
const query: Query = Reflect.get(session, 'queryAsync')
session.queryAsync = async function (sql, options) {
  const isInsert = sql.startsWith('INSERT INTO otel_')
  if (isInsert) step()
  const result = await query.call(this, sql, options)
  if (isInsert) step()
  return result
}
