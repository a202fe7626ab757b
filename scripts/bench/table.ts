// Writes a table of results into the README beside a benchmark, with the machine and the date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** Replaces the section `## title` of the file, or adds it at the end. */
export function writeTable(file: string, title: string, head: string[], rows: (string | number)[][]): void {
  const table = [
    line(head),
    line(head.map((_, index) => (index ? '--:' : '---'))),
    ...rows.map((row) => line(row)),
  ].join('\n')
  const section = `## ${title}\n\n${new Date().toISOString().slice(0, 10)}, ${machine()}\n\n${table}\n`
  console.log(`\n${section}`)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const others = text.split(/^(?=## )/m).filter((part) => part.trim() && !part.startsWith(`## ${title}\n`))
  writeFileSync(file, [...others, section].map((part) => part.trimEnd()).join('\n\n') + '\n')
}

function line(cells: (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

function machine(): string {
  const processors = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${processors}, ${memory}`
}

/** `share` from 0 to 1: 0.95 is the 95th percentile. NaN where there are no values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
