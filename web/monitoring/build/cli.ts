#!/usr/bin/env node
// `npx errata COMMAND`: uploads source maps, and reads and changes issues of an Errata.

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { uploadCommits } from './upload-commits.ts'
import { isApiCommand, runApiCommand } from './api-commands.ts'
import { readCommand, UsageError, usage, type UploadCommand } from './command-options.ts'
import { findMaps, findScripts, findStyles, removeMaps } from './map-files.ts'
import { uploadStyles } from './upload-styles.ts'
import { problemText, progressLine, summaryLine, uploadMaps } from './upload-maps.ts'

// A reader such as `head` has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}

/** Resolves to the exit code. */
async function run(args: string[]): Promise<number> {
  const [name = ''] = args
  if (isApiCommand(name)) return runApiCommand(args, process)
  if (name !== 'upload' && args.some((arg) => arg === '-h' || arg === '--help')) {
    console.log(usage)
    return 0
  }
  if (/^[^-]/.test(name) && name !== 'upload')
    throw new UsageError(`errata has no command ${JSON.stringify(name)}\n\n${usage}`)
  return upload(readCommand(args, process.env))
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
  const sheets = await uploadStyles(target, command.styles ? findStyles(path) : [])
  const problems = [problemText(target, result), sheets.problems].filter(Boolean).join('\n')
  if (problems) console.error(problems)
  console.log(summaryLine(target, result))
  if (sheets.line) console.log(sheets.line)
  if (command.commits) console.log((await uploadCommits(target, process.cwd())).line)
  if (problems && fail) return 1
  if (isToDelete) removeMaps(scripts, findMaps(path))
  return 0
}
