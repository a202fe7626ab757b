// The table of faults: what was acknowledged is stored once, whatever happens to the server, and no answer is
// 500. `npm run bench -- faults [PART OF A NAME [TIMES]]`: `faults disk 3` fills the disks three times each.
// The faults of the page are tests in web/monitoring.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeTable } from '../../scripts/bench/table.ts'
import { clockVariables, faults, isPossible, type Fault } from '../faults/faults.ts'
import { startApiReader } from '../testing/api-reader.ts'
import { compareStored } from '../testing/kill-under-load.ts'
import { startLoad } from '../testing/load.ts'
import { freePorts } from '../testing/ports.ts'
import { FILE_SYSTEMS, mountSmallDisk, type FileSystem } from '../testing/small-disk.ts'
import { startStack, type Stack } from '../testing/stack.ts'

const [filter = '', times = '1'] = process.argv.slice(2)
const DISK_MIB = 240
/** At most 80 requests a second. */
const LOAD = { senders: 4, pauseMs: 50 }
const SETTLE_MS = 3_000
const HEAD = [
  'fault',
  'acknowledged',
  'not stored',
  'stored twice',
  'answers 500',
  'other answers but 200',
  'API back, s',
  'problems left',
]

const rows: (string | number)[][] = []
for (const fault of faults.filter(({ name }) => name.includes(filter)))
  for (const kind of fault.needs === 'disk' ? FILE_SYSTEMS : [undefined])
    for (let time = 0; time < Number(times); time++) {
      const row = isPossible(fault) ? await run(fault, kind) : ['not possible here', ...Array(6).fill('')]
      const name = kind ? `${kind}: ${fault.name}` : fault.name
      console.log(name, row.join(' | '))
      rows.push([name, ...row])
    }
if (filter === '') writeTable(join(import.meta.dirname, 'README.md'), 'Faults of the server', HEAD, rows)

/** `kind`: of the small disk that has the data. */
async function run(fault: Fault, kind?: FileSystem): Promise<(string | number)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-fault-'))
  const dataDir = join(folder, 'data')
  const disk = kind ? mountSmallDisk(kind, DISK_MIB, dataDir) : null
  const clock = join(folder, 'clock')
  const setClock = (offset: number): void => {
    // Relative to the true time, and replaced in one step: it is read all the time.
    writeFileSync(`${clock}.new`, `${offset < 0 ? '' : '+'}${offset}`)
    renameSync(`${clock}.new`, clock)
  }
  setClock(0)
  const ports = await freePorts()
  const env = { ...ports, DATA_DIR: dataDir, ...(fault.needs === 'clock' && clockVariables(clock)) }
  let stack: Stack = await startStack(env)
  const { url } = stack
  const load = startLoad(url, { ...LOAD, service: 'faults' })
  const reader = startApiReader(url)
  try {
    await pause(SETTLE_MS)
    await fault.run({
      dataDir,
      pidOf: (name) => stack.pidOf(name),
      setClock,
      fillDisk: () => disk?.fill(),
      emptyDisk: () => disk?.empty(),
      async restart() {
        await stack.close('SIGTERM')
        stack = await startStack(env)
      },
      async failPower(whileOff) {
        const processes = stack.processes()
        await stack.killLauncher()
        for (const { pid } of processes) process.kill(pid, 'SIGKILL')
        whileOff?.()
        stack = await startStack(env)
      },
    })
    reader.markEnd()
    const backMs = await reader.allAnswered()
    await pause(SETTLE_MS)
    const { acknowledged } = await load.stop()
    const { lost, stored, total } = await compareStored(stack, ['faults'], acknowledged)
    const { errors, unavailable } = await reader.stop()
    const { problems } = (await (await fetch(`${url}/api/status`)).json()) as { problems: string[] }
    for (const problem of problems) console.log(problem)
    const back = (backMs / 1000).toFixed(1)
    return [acknowledged.length, lost, total - stored, errors, unavailable, back, problems.length]
  } finally {
    await load.stop()
    await reader.stop()
    await stack.close()
    disk?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
