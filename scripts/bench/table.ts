// Writes a table of figures into the README beside a benchmark, with the machine and the day, so that no figure is copied by hand.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** Replaces what stands under `## title`; the rest of the file stays. */
export function writeTable(file: string, title: string, head: string[], rows: (string | number)[][]): void {
  const table = [
    line(head),
    line(head.map((_, index) => (index ? '--:' : '---'))),
    ...rows.map((row) => line(row)),
  ].join('\n')
  const section = `## ${title}\n\n${new Date().toISOString().slice(0, 10)}, ${machine()}\n\n${table}\n`
  console.log(`\n${section}`)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const kept = before.split(/^(?=## )/m).filter((part) => part.trim() && !part.startsWith(`## ${title}\n`))
  writeFileSync(file, [...kept.map((part) => part.trimEnd()), section.trimEnd()].join('\n\n') + '\n')
}

function line(cells: (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

function machine(): string {
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`
}

/** The value below which `share` (0…1) of the values lie. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
