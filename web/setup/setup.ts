// Types and shared parts of the instructions that connect an application. The console shows them on /connect,
// and `npm run docs` writes them into the READMEs.

/** A file to write or a command to run. */
export type Step = {
  /** A path in the application, or `Terminal`. */
  file: string
  /** Of the code block, where the extension of the file does not name it. */
  language?: string
  code: string
}

/** `notes`: texts below the steps, in Markdown with `code` only. */
export type Setup = { id: string; name: string; steps: Step[]; notes: string[] }

/** URLs of Errata, without a trailing slash: `https://errata.example`. */
export type Endpoints = { relay: string; collector: string }

/** For documents. `npm start` opens the collector's port on the loopback interface. */
export const EXAMPLE: Endpoints = { relay: 'http://127.0.0.1:8080', collector: 'http://127.0.0.1:4318' }

/** Of the example application. */
export const SERVICE = `service: 'shop'`

/** The release in code that is bundled, where an import of one name adds nothing else of the file. */
export function importVersion(folder: string): string {
  return `import { version } from '${folder}/package.json'`
}

/** `init` in the server's code of a framework that Vite builds. */
export function serverInit({ collector }: Endpoints): string {
  return `init({
  service: 'shop-server',
  release: version,
  environment: import.meta.env.MODE,
  endpoint: '${collector}',
})`
}

/** `packages`: further ones, on a line of their own. */
export function install({ relay }: Endpoints, packages = ''): Step {
  const more = packages && ` \\\n  ${packages}`
  return {
    file: 'Terminal',
    code: `# or pnpm add, yarn add, bun add\nnpm install ${relay}/monitoring.tgz${more}`,
  }
}

/** A line of `vite.config.ts`: Vite's development server forwards to the relay. */
export function viteProxy({ relay }: Endpoints): string {
  return `server: { proxy: { '/monitoring': { target: '${relay}', xfwd: true } } },`
}

/** The same for `next.config.ts`, indented by two spaces. */
export function nextRewrites({ relay }: Endpoints): string {
  return `  rewrites: async () => [
    { source: '/monitoring/:path*', destination: '${relay}/monitoring/:path*' },
  ],`
}

/** For applications that Vite builds. `services`: of the page and of its server. */
export function viteMapsNote({ relay }: Endpoints, services = ''): string {
  return (
    `Readable stacks: add \`upload: { url: '${relay}'${services && `, service: '${services}'`}, token: ` +
    "process.env['ERRATA_TOKEN'] }` to the options of the plugin. It uploads the source maps of each build " +
    'and removes them from the output. The token is one of `API_TOKENS`; a relay without a password needs ' +
    'none.'
  )
}

/** After the build. `folder`: its output. `services`: all that run its code, separated by commas. */
export function upload({ relay }: Endpoints, folder: string, services = 'shop'): Step {
  return {
    file: 'Terminal, after each build',
    code: `npx errata upload ${folder} --service ${services} --url ${relay} --delete`,
  }
}

export const UPLOAD_NOTE =
  'The upload makes stacks readable; `--delete` removes the source maps from the folder before it is ' +
  'deployed. `ERRATA_TOKEN` is one of `API_TOKENS`; a relay without a password needs none. The release is ' +
  'the version in package.json, here and in `init`. If deploys share a version, use the commit in both: ' +
  '`--release $(git rev-parse --short HEAD)`.'
