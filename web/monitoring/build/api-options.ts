// Arguments of the commands that read and change issues, and what `--help` prints.

import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from './command-options.ts'

type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Record<string, string | boolean | undefined>

/** `argument`: what the command is about; in brackets: it may be missing. */
type Definition = { argument: string; summary: string; examples: string[]; options: Options; help: string[] }

/** `argument`: empty if it is missing. */
export type ApiArguments = { name: CommandName; argument: string; values: Values }

const COMMON: Options = {
  json: { type: 'boolean' },
  plain: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  url: { type: 'string' },
  'token-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
}

const COMMON_HELP = [
  '--json             the answer of the API, for programs',
  '--plain            one line for each item, with tabs between its fields',
  '--no-color         no colors; also with NO_COLOR, and where the output is no terminal',
  '--url URL          Errata; else ERRATA_URL, "errata": { "url" } in package.json, or the last login',
  '--token-file FILE  a file with a token; else ERRATA_TOKEN, or the token of the login',
]

export const COMMANDS = {
  issue: {
    argument: 'ID',
    summary: 'An issue: its cause with source code, what differs, what happened before.',
    examples: ['errata issue 7K3M9QXP', 'errata issue https://errata.example.com/issues/0123456789abcdef'],
    options: {},
    help: ['ID is a digest, the id of an issue or of an event, an address, or the text of the error screen.'],
  },
  issues: {
    argument: '[QUERY]',
    summary: 'Issues that match a query as in the console; without one, all open ones of 7 days.',
    examples: ['errata issues', `errata issues 'route:/cart browser:safari' --range 24h`],
    options: {
      service: { type: 'string' },
      release: { type: 'string' },
      status: { type: 'string' },
      sort: { type: 'string' },
      range: { type: 'string' },
      limit: { type: 'string' },
      cursor: { type: 'string' },
    },
    help: [
      '--service, --release NAME',
      '--status LIST      new,regressed,ongoing,resolved,ignored',
      '--sort ORDER       change, lastSeen, firstSeen, count or users',
      '--range TIME       1h, 24h, 7d or 30d',
      '--limit N, --cursor TEXT',
    ],
  },
  trace: {
    argument: 'ID',
    summary: 'The spans of a trace as a tree, around what failed.',
    examples: ['errata trace 4bf92f3577b34da6a3ce929d0e0e4736', 'errata trace 7K3M9QXP'],
    options: { limit: { type: 'string' } },
    help: ['ID is a trace, or an occurrence with one.', '--limit N           spans; default: 100'],
  },
  release: {
    argument: '[VERSION]',
    summary: 'What a release changed: issues that are new, back, louder or quiet. Default: the latest.',
    examples: ['errata release 1.4.2 --service shop'],
    options: {
      service: { type: 'string' },
      environment: { type: 'string' },
      previous: { type: 'string' },
      before: { type: 'string' },
    },
    help: [
      '--service, --environment NAME',
      '--previous VERSION, --before 24h|7d  what it is compared with; default: the previous release',
    ],
  },
  resolve: {
    argument: 'ID',
    summary: 'Resolves an issue, and prints how to undo it.',
    examples: ['errata resolve 7K3M9QXP --in-next-release --note "Fixed in #123"'],
    options: {
      'in-next-release': { type: 'boolean' },
      release: { type: 'string' },
      note: { type: 'string' },
      undo: { type: 'string' },
    },
    help: [
      '--in-next-release  from the next release on',
      '--release VERSION  the release with the fix: seen in it or a later one, the issue is back',
      '--note TEXT        a note in the issue',
      '--undo CHANGE      undoes a change instead',
    ],
  },
  login: {
    argument: 'URL',
    summary: 'Stores URL and token for further commands, in a file that only you can read.',
    examples: ['errata login https://errata.example.com', 'errata login URL --token-file token.txt'],
    options: { 'no-input': { type: 'boolean' } },
    help: [
      'The token is read from --token-file, from the standard input, or asked for.',
      '--no-input         asks for nothing',
    ],
  },
} satisfies Record<string, Definition>

export type CommandName = keyof typeof COMMANDS

/** Without Node and the script. Null: help was printed for. Throws UsageError. */
export function readArguments(args: string[]): ApiArguments | { help: string } {
  const name = args[0] as CommandName
  const definition: Definition = COMMANDS[name]
  const { values, positionals } = parse(name, args.slice(1))
  if (values['help']) return { help: helpOf(name) }
  const isRequired = !definition.argument.startsWith('[')
  const [argument = '', ...rest] = positionals
  if ((isRequired && argument === '') || rest.length > 0) throw new UsageError(helpOf(name), 2)
  if (values['json'] && values['plain']) throw new UsageError('--json and --plain exclude each other', 2)
  return { name, argument, values }
}

function parse(name: CommandName, args: string[]): { values: Values; positionals: string[] } {
  try {
    const options: Options = { ...COMMANDS[name].options, ...COMMON }
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    return { values: values as Values, positionals }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nSee errata ${name} --help`, 2)
  }
}

function helpOf(name: CommandName): string {
  const { argument, summary, examples, help }: Definition = COMMANDS[name]
  return [
    `Usage: errata ${name} ${argument} [options]`,
    '',
    summary,
    '',
    ...examples.map((example) => `  ${example}`),
    '',
    ...[...help, ...COMMON_HELP].map((line) => `  ${line}`),
  ].join('\n')
}
