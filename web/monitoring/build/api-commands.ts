// The commands that read and change issues: `errata issue`, `issues`, `trace`, `release`, `resolve`, `login`.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text as readStream } from 'node:stream/consumers'
import { clientFor, createClient, originOf, readTokenFile, type Client, type Query } from './api-client.ts'
import { COMMANDS, readArguments, type CommandName, type Values } from './api-options.ts'
import { colored, plainIssue, plainIssues, plainRelease, plainTrace, safeJson } from './api-output.ts'
import { UsageError } from './command-options.ts'
import { storeLogin } from './credentials.ts'

type Terminal = Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr'>
type Lookup = { issueId: string | null; digest: string | null; traceId: string | null }
type Changed = { issues: { type: string; message: string }[]; change: string }

/** What a command prints: the document, and the same as JSON and as lines. */
type Views = { text: () => Promise<string>; json: () => Promise<unknown>; plain: () => Promise<string> }

/** Spans of a trace. */
const maxSpans = '100'

export function isApiCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name)
}

/** Resolves to the exit code: 0, or 1 where Errata refused. Throws UsageError. */
export async function runApiCommand(args: string[], terminal: Terminal): Promise<number> {
  const command = readArguments(args)
  if ('help' in command) {
    terminal.stdout.write(`${command.help}\n`)
    return 0
  }
  const { name, argument, values } = command
  if (name === 'login') return login(argument, values, terminal)
  const client = clientFor(values, terminal.env)
  if (name === 'resolve') return resolveIssue(client, argument, values, terminal)
  terminal.stdout.write(await render(await viewsOf(client, command), values, terminal))
  return 0
}

async function viewsOf(
  client: Client,
  { name, argument, values }: { name: CommandName; argument: string; values: Values },
): Promise<Views> {
  switch (name) {
    case 'issues': {
      const query = { ...listQuery(values), q: argument || undefined }
      return views(client, '/api/issues', query, plainIssues)
    }
    case 'release': {
      const { service, environment, previous, before } = values
      const query = { service, environment, previous, before, release: argument || undefined }
      return views(client, '/api/releases/changes', query, plainRelease)
    }
    case 'trace': {
      const { traceId } = await lookUp(client, argument)
      if (traceId === null) throw new UsageError('This occurrence has no trace', 1)
      return views(client, `/api/traces/${traceId}`, { limit: values['limit'] ?? maxSpans }, plainTrace)
    }
    default: {
      const { issueId } = await lookUp(client, argument)
      if (issueId === null) throw new UsageError('No issue has this trace', 1)
      return views(client, `/api/issues/${issueId}`, {}, plainIssue)
    }
  }
}

/** `plain`: of the answer of the path. */
function views(client: Client, path: string, query: Query, plain: (body: never) => string): Views {
  return {
    text: () => client.text(`${path}.md`, query),
    json: () => client.json(path, query),
    plain: async () => plain(await client.json<never>(path, query)),
  }
}

async function render({ text, json, plain }: Views, values: Values, terminal: Terminal): Promise<string> {
  if (values['json']) return safeJson(await json())
  if (values['plain']) return plain()
  return colored(await text(), hasColors(values, terminal))
}

function hasColors(values: Values, { env, stdout }: Terminal): boolean {
  return stdout.isTTY && !values['no-color'] && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
}

function listQuery({ service, release, status, sort, range, limit, cursor }: Values): Query {
  return { service, release, status, sort, range, limit, cursor }
}

function lookUp(client: Client, text: string): Promise<Lookup> {
  return client.json<Lookup>('/api/lookup', { text })
}

async function resolveIssue(
  client: Client,
  argument: string,
  values: Values,
  { stdout, stderr }: Terminal,
): Promise<number> {
  const { issueId } = await lookUp(client, argument)
  if (issueId === null) throw new UsageError('No issue has this trace', 1)
  if (typeof values['undo'] === 'string') {
    await client.send('POST', `/api/changes/${encodeURIComponent(values['undo'])}/undo`, {})
    stdout.write(`undone\t${issueId}\n`)
    return 0
  }
  const body = {
    ids: [issueId],
    status: 'resolved',
    ...(values['in-next-release'] && { inNextRelease: true }),
    ...(typeof values['release'] === 'string' && { inRelease: values['release'] }),
  }
  const changed = await client.send<Changed>('PATCH', '/api/issues', body)
  if (typeof values['note'] === 'string')
    await client.send('POST', `/api/issues/${issueId}/notes`, { body: values['note'] })
  const [issue] = changed.issues
  const title = colored(`${issue?.type}: ${issue?.message}`, false)
  stdout.write(values['json'] ? safeJson(changed) : `resolved\t${issueId}\t${title}\n`)
  stderr.write(`To undo it: errata resolve ${issueId} --undo ${changed.change}\n`)
  return 0
}

async function login(argument: string, values: Values, terminal: Terminal): Promise<number> {
  const url = originOf(argument)
  const token = await readToken(values, terminal, url)
  const me = await createClient(url, token).json<{ name: string; role: string }>('/api/me')
  storeLogin(terminal.env, url, token)
  terminal.stdout.write(`Logged in to ${url}${me.name && ` as ${safeJson(me.name).trim()}`} (${me.role})\n`)
  terminal.stderr.write('Next: errata issues\n')
  return 0
}

/** From the file, the standard input, or the keyboard; undefined where Errata needs none. */
async function readToken(values: Values, terminal: Terminal, url: string): Promise<string | undefined> {
  const file = values['token-file']
  if (typeof file === 'string') return readTokenFile(file)
  const { stdin } = terminal
  if (!stdin.isTTY) return (await readStream(stdin)).trim() || undefined
  if (values['no-input']) return undefined
  terminal.stderr.write(`Token (made at ${url}/settings?section=tokens; empty: none needed): `)
  // What is typed is not shown.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: true })
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  terminal.stderr.write('\n')
  return line.trim() || undefined
}
