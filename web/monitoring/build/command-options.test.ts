import { expect, test } from 'vitest'
import { readCommand } from './command-options.ts'

test('arguments that the command cannot read are reported with the reason', () => {
  const withUrl = ['upload', 'src', '--service', 'shop', '--url', 'errata']
  expect(() => readCommand([], {})).toThrow('Usage: errata upload FOLDER')
  expect(() => readCommand(['upload', 'src', '--nope'], {})).toThrow("Unknown option '--nope'")
  expect(() => readCommand(withUrl, {})).toThrow('--url errata is not a URL')
})
