// A picture of how long queries take as a store grows: both axes are logarithmic.
import { writeFileSync } from 'node:fs'

/** A line: medians in milliseconds, one for each size. */
export type Growth = { name: string; medians: number[] }
type Label = { name: string; y: number; color: string }

const WIDTH = 800
const HEIGHT = 400
/** The area of the lines. Right of it are their names. */
const AREA = { left: 80, right: 550, top: 24, bottom: 352 }
/** Readable on white and on black. */
const COLORS = ['#2f7ed8', '#d9622b', '#2a9d5c', '#b2468f', '#8a7a10', '#6c63d8']
const LINE_PX = 16

/** `sizes`: occurrences, in rising order. */
export function writeGrowthChart(file: string, sizes: number[], lines: Growth[]): void {
  const all = lines.flatMap(({ medians }) => medians)
  const x = scale(sizes[0]!, sizes.at(-1)!, AREA.left, AREA.right)
  const [least, most] = [powerBelow(Math.min(...all)), powerAbove(Math.max(...all))]
  const y = scale(least, most, AREA.bottom, AREA.top)
  const grid = powers(least, most).map((ms) => {
    const name = `${ms.toLocaleString('en')} ms`
    const text = `<text x="${AREA.left - 8}" y="${y(ms) + 4}" text-anchor="end">${name}</text>`
    return `<path class="grid" d="M${AREA.left} ${y(ms)}H${AREA.right}"/>${text}`
  })
  const ticks = sizes.map((size) => {
    const text = size.toLocaleString('en')
    return `<text x="${x(size)}" y="${AREA.bottom + 22}" text-anchor="middle">${text}</text>`
  })
  const paths = lines.map(({ medians }, index) => {
    const points = medians.map((ms, at) => `${x(sizes[at]!).toFixed(1)} ${y(ms).toFixed(1)}`)
    return `<path class="line" stroke="${colorOf(index)}" d="M${points.join('L')}"/>`
  })
  const labels = spread(
    lines.map(({ name, medians }, index) => {
      const ms = medians.at(-1)!
      return { name: `${name}, ${ms.toFixed(0)} ms`, y: y(ms), color: colorOf(index) }
    }),
  )
  const names = labels.map(
    (label) => `<text x="${AREA.right + 12}" y="${label.y + 4}" fill="${label.color}">${label.name}</text>`,
  )
  const middle = (AREA.left + AREA.right) / 2
  const axis = `<text x="${middle}" y="${HEIGHT - 6}" text-anchor="middle">occurrences</text>`
  const style =
    'text{font:13px system-ui,sans-serif}text:not([fill]){fill:#777}' +
    '.grid{stroke:#8884}.line{fill:none;stroke-width:2}'
  const content = [...grid, ...ticks, ...paths, ...names, axis].join('\n')
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}">`
  writeFileSync(file, `${head}\n<style>${style}</style>\n${content}\n</svg>\n`)
}

function scale(least: number, most: number, from: number, to: number): (value: number) => number {
  return (value) => from + ((to - from) * Math.log(value / least)) / Math.log(most / least)
}

/** Names that would overlap move down. */
function spread(labels: Label[]): Label[] {
  const sorted = labels.toSorted((a, b) => a.y - b.y)
  for (const [index, label] of sorted.entries())
    if (index > 0) label.y = Math.max(label.y, sorted[index - 1]!.y + LINE_PX)
  return sorted
}

function colorOf(index: number): string {
  return COLORS[index % COLORS.length]!
}

const powerBelow = (value: number) => 10 ** Math.floor(Math.log10(value))
const powerAbove = (value: number) => 10 ** Math.ceil(Math.log10(value))
const powers = (least: number, most: number) =>
  Array.from({ length: Math.round(Math.log10(most / least)) + 1 }, (_, index) => least * 10 ** index)
