#!/usr/bin/env node
// `npx errata upload FOLDER …`: uploads the source maps of any bundler's output.

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { uploadCommits } from './upload-commits.ts'
import { readCommand, UsageError, type UploadCommand } from './command-options.ts'
import { findMaps, findScripts, removeMaps } from './map-files.ts'
import { problemText, progressLine, summaryLine, uploadMaps } from './upload-maps.ts'

try {
  process.exitCode = await upload(readCommand(process.argv.slice(2), process.env))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Resolves to the exit code. */
async function upload(command: UploadCommand): Promise<number> {
  const { folder, target, fail, delete: isToDelete } = command
  const path = resolve(folder)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${folder} is not a folder`)
  const scripts = findScripts(path)
  if (!scripts.length) {
    console.error(`Errata: no script in ${folder} has a source map. Make the bundler write source maps.`)
    return fail ? 1 : 0
  }
  console.log(progressLine(target, scripts.length))
  const result = await uploadMaps(target, scripts, process.cwd())
  const problems = problemText(target, result)
  if (problems) console.error(problems)
  console.log(summaryLine(target, result))
  if (command.commits) console.log((await uploadCommits(target, process.cwd())).line)
  if (problems && fail) return 1
  if (isToDelete) removeMaps(scripts, findMaps(path))
  return 0
}
