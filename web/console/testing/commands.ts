// What a test of a screen asks Vitest for: a real mouse, and a place for a recorded answer.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserCommand } from 'vitest/node'
// Adds the page of Playwright to the context of a command.
import type * as _playwright from '@vitest/browser-playwright'

type Point = { x: number; y: number }

/** A drag is several moves. */
const STEPS = 4

/** Presses the mouse at the first of these points of the page, moves it to the others, and releases it. */
const mouse: BrowserCommand<[Point[]]> = async ({ page, iframe }, [start, ...others]) => {
  const { x = 0, y = 0 } = (await iframe.owner().boundingBox()) ?? {}
  await page.mouse.move(x + start!.x, y + start!.y)
  await page.mouse.down()
  for (const point of others) await page.mouse.move(x + point.x, y + point.y, { steps: STEPS })
  await page.mouse.up()
}

/** Where nothing reacts: a screen that opens below the mouse preloads what the link below it leads to. */
const leaveWithMouse: BrowserCommand = async ({ page, iframe }) => {
  const { x = 0, y = 0 } = (await iframe.owner().boundingBox()) ?? {}
  await page.mouse.move(x, y)
}

const saveAnswer: BrowserCommand<[string, string, unknown]> = (_context, recording, key, answer) => {
  const file = answersFile(recording)
  const content = readRecording(file)
  content.answers[key] = answer
  writeRecording(file, content)
}

type Content = { recordedAt: string; data: unknown; answers: Record<string, unknown> }

export function answersFile(recording: string): string {
  return join(import.meta.dirname, 'answers', `${recording}.json`)
}

function readRecording(file: string): Content {
  if (!existsSync(file)) throw new Error(`${file} does not exist: run npm run answers`)
  return JSON.parse(readFileSync(file, 'utf8')) as Content
}

/** An answer is a line: a change of one shows as such. */
export function writeRecording(file: string, { recordedAt, data, answers }: Content): void {
  const lines = Object.keys(answers)
    .toSorted()
    .map((key) => `    ${JSON.stringify(key)}: ${JSON.stringify(answers[key])}`)
  const head = `  "recordedAt": ${JSON.stringify(recordedAt)},\n  "data": ${JSON.stringify(data)},\n`
  writeFileSync(file, `{\n${head}  "answers": {\n${lines.join(',\n')}\n  }\n}\n`)
}

export const screenCommands = { leaveWithMouse, mouse, saveAnswer }
