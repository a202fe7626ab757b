// Child processes of a launcher, read from /proc, so on Linux only.
import { readdirSync, readFileSync } from 'node:fs'

export type ChildProcess = { pid: number; command: string }

/** All processes below `pid`, parents first. */
export function descendants(pid: number): ChildProcess[] {
  const processes = readProcesses()
  const below = (parent: number): ChildProcess[] =>
    processes
      .filter((process) => process.parent === parent)
      .flatMap(({ pid: child, command }) => [{ pid: child, command }, ...below(child)])
  return below(pid)
}

/** In MB. `pss`: a page that three processes use counts a third for each of them. */
export function memoryOf(pid: number): { pss: number; resident: number; anonymous: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const read = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024)
  return { pss: read('Pss'), resident: read('Rss'), anonymous: read('Anonymous') }
}

function readProcesses(): (ChildProcess & { parent: number })[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // The program's name stands in parentheses and may contain blanks; two fields later is the parent.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return [{ pid: Number(name), parent: Number(fields[1]), command }]
      } catch {
        // The process has ended since the folder was listed.
        return []
      }
    })
}
