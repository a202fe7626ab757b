// Compares what a page shows with a small picture of it, without what depends on the clock: large enough for
// what is missing, moved or without its colour.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'

const IS_UPDATE = Boolean(process.env['UPDATE_PICTURES'])
/** Until a screen has all its data. */
const LOAD_MS = 1_500
const FOLDER = join(dirname(import.meta.dirname), 'pictures')
/** Pixels of a picture's width; its height is in proportion. */
const WIDTH = 96
/** Pixels of the squares that are compared. */
const CELL = 4
/** A square differs when the mean of one of its colours does by more than this, of 255. */
const TOLERANCE = 5

/**
 * Bars begin at whole hours or minutes, so a chart has other bars at each minute of the day: only its area is
 * compared.
 */
const WITHOUT_CLOCK = `
  svg[preserveAspectRatio=none] { background: gray }
  svg[preserveAspectRatio=none] *, .axis, .release-marker, time { visibility: hidden !important }`

/** Of the fonts of the pictures: pixels of a sentence in the two fonts of the console. */
const FONTS_FILE = join(FOLDER, 'fonts.json')

/** Whether the pictures were made with the fonts of this machine: with others texts have other widths. */
export async function hasFontsOfPictures(page: Page): Promise<boolean> {
  const widths = await page.evaluate(measureFonts)
  if (IS_UPDATE) writeFileSync(FONTS_FILE, `[${widths.join(', ')}]\n`)
  const expected = JSON.parse(readFileSync(FONTS_FILE, 'utf8')) as number[]
  return widths.every((width, index) => width === expected[index])
}

/** Runs in the browser. */
function measureFonts(): number[] {
  const context = document.createElement('canvas').getContext('2d')!
  const monospace = document.querySelector('kbd, code') ?? document.body
  return [document.body, monospace].map((element) => {
    context.font = `100px ${getComputedStyle(element).fontFamily}`
    return Math.round(context.measureText('Cannot read properties of undefined').width)
  })
}

/**
 * The share of squares that differ from `pictures/NAME.jpg`. Where `UPDATE_PICTURES` is set the picture is
 * written, and nothing differs.
 */
export async function pictureDifference(page: Page, name: string): Promise<number> {
  const file = join(FOLDER, `${name}.jpg`)
  if (IS_UPDATE) await page.waitForTimeout(LOAD_MS)
  await page.evaluate(addStyle, WITHOUT_CLOCK)
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  // The policy of the console forbids images from text.
  const canvas = await page.context().newPage()
  try {
    const small = await canvas.evaluate(shrink, { source: toUrl(shot, 'png'), width: WIDTH })
    if (IS_UPDATE) {
      writeFileSync(file, Buffer.from(small.split(',')[1] ?? '', 'base64'))
      return 0
    }
    if (!existsSync(file)) throw new Error(`${file} is missing: UPDATE_PICTURES=1 writes it`)
    return await canvas.evaluate(compare, {
      sources: [small, toUrl(readFileSync(file), 'jpeg')] as const,
      cell: CELL,
      tolerance: TOLERANCE,
    })
  } finally {
    await canvas.close()
  }
}

/** Runs in the browser. The policy of the console allows no element with a style. */
function addStyle(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}

function toUrl(image: Buffer, type: 'png' | 'jpeg'): string {
  return `data:image/${type};base64,${image.toString('base64')}`
}

/** Runs in the browser. */
async function shrink({ source, width }: { source: string; width: number }): Promise<string> {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.round((width * image.height) / image.width)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.85)
}

type Comparison = { sources: readonly [string, string]; cell: number; tolerance: number }

/** Runs in the browser. Pictures of other sizes differ wholly. */
async function compare({ sources, cell, tolerance }: Comparison): Promise<number> {
  const pixels: ImageData[] = []
  for (const source of sources) {
    const image = new Image()
    image.src = source
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    pixels.push(context.getImageData(0, 0, image.width, image.height))
  }
  const [one, other] = pixels as [ImageData, ImageData]
  if (one.width !== other.width || one.height !== other.height) return 1
  let cells = 0
  let different = 0
  for (let y = 0; y < one.height; y += cell)
    for (let x = 0; x < one.width; x += cell) {
      const sums = [0, 0, 0]
      let count = 0
      for (let row = y; row < Math.min(y + cell, one.height); row++)
        for (let column = x; column < Math.min(x + cell, one.width); column++) {
          count++
          const at = (row * one.width + column) * 4
          for (const color of sums.keys())
            sums[color]! += (one.data[at + color] ?? 0) - (other.data[at + color] ?? 0)
        }
      cells++
      if (sums.some((sum) => Math.abs(sum / count) > tolerance)) different++
    }
  return different / cells
}
