// Starts a real proxy with its file of examples/proxy, where the program is installed.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort, isFree } from './ports.ts'
import { waitFor } from './wait-for.ts'

export type ProxyName = 'nginx' | 'caddy' | 'apache2'
export type Proxy = { port: number; shopPort: number; close: () => Promise<void> }

type Setup = { folder: string; relayUrl: string; port: number; shopPort: number }
type Command = { args: string[]; env?: Record<string, string> }

const examples = join(dirname(dirname(import.meta.dirname)), 'examples', 'proxy')
const APACHE_MODULES = '/usr/lib/apache2/modules'
const isRoot = process.getuid?.() === 0

const COMMANDS: Record<ProxyName, (setup: Setup) => Command> = { nginx, caddy, apache2: apache }

export function isInstalled(name: ProxyName): boolean {
  try {
    execFileSync(name, [name === 'caddy' ? 'version' : '-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export async function startProxy(name: ProxyName, relayUrl: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), `errata-${name}-`))
  const [port, shopPort] = [await freePort(), await freePort()]
  const { args, env } = COMMANDS[name]({ folder, relayUrl, port, shopPort })
  const child = spawn(name, args, { env: { ...process.env, HOME: folder, ...env }, stdio: 'ignore' })
  await waitFor(`${name} listens`, async () => !(await isFree(port)))
  return { port, shopPort, close: () => stop(child, folder) }
}

function nginx({ folder, relayUrl, port, shopPort }: Setup): Command {
  const servers = readFileSync(join(examples, 'nginx.conf'), 'utf8')
    .replaceAll('http://127.0.0.1:8080', relayUrl)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen 81;', `listen 127.0.0.1:${shopPort};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
     events {} http { access_log off; ${temporary} ${servers} }`,
  )
  return { args: ['-e', join(folder, 'error.log'), '-p', folder, '-c', file] }
}

function caddy({ folder, relayUrl, port }: Setup): Command {
  const env = { DOMAIN: `http://:${port}`, RELAY: new URL(relayUrl).host, CADDY_ADMIN: 'off' }
  const xdg = { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const args = ['run', '--adapter', 'caddyfile', '--config', join(examples, 'Caddyfile')]
  return { args, env: { ...env, ...xdg } }
}

function apache({ folder, relayUrl, port }: Setup): Command {
  const host = readFileSync(join(examples, 'apache.conf'), 'utf8')
    .replaceAll('http://127.0.0.1:8080', relayUrl)
    .replace('*:80', `127.0.0.1:${port}`)
  const modules = readdirSync(APACHE_MODULES)
    .flatMap((file) => /^mod_(mpm_event|authz_core|proxy|proxy_http|headers)\.so$/.exec(file)?.[1] ?? [])
    .sort()
    .map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`)
  mkdirSync(join(folder, 'logs'))
  const file = join(folder, 'apache.conf')
  const user = isRoot ? ['User daemon', 'Group daemon'] : []
  const settings = [
    `ServerRoot ${folder}`,
    `ServerName localhost`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/error.log`,
    `Listen 127.0.0.1:${port}`,
    ...user,
    ...modules,
  ]
  writeFileSync(file, `${settings.join('\n')}\n${host}`)
  return { args: ['-D', 'FOREGROUND', '-f', file] }
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  // Apache ignores a signal that arrives while it starts its own processes.
  await waitFor(`${folder} is not used`, () => {
    const isRunning = child.exitCode === null && child.signalCode === null
    if (isRunning) child.kill('SIGTERM')
    return !isRunning
  })
  rmSync(folder, { recursive: true, force: true })
}
