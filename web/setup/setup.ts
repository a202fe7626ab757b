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

/** Of `init` on a server, where the framework does not read `.env` into the environment of the process. */
export function serverOptions({ collector }: Endpoints): string {
  return `{
  service: 'shop-server',
  release: '1.4.2',
  environment: 'production',
  endpoint: '${collector}',
}`
}

/** Service, release and environment of the example application. */
export const NAMES = `service: 'shop', release: '1.4.2', environment: 'production'`

export function install({ relay }: Endpoints): Step {
  return { file: 'Terminal', code: `npm install ${relay}/monitoring.tgz` }
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

/** For applications that Vite builds. */
export function viteMapsNote({ relay }: Endpoints): string {
  return (
    `Readable stacks: add \`upload: { url: '${relay}', token: process.env['ERRATA_TOKEN'] }\` to the ` +
    'options of the plugin. It uploads the source maps of each build and removes them from the output. The ' +
    'token is one of `API_TOKENS`; a relay without a password needs none.'
  )
}

/** `folder`: the output of the build. `start`: the text before the command. */
export function uploadNote({ relay }: Endpoints, folder: string, start: string): string {
  return (
    `${start} ` +
    `\`npx errata upload ${folder} --service shop --release 1.4.2 --url ${relay}\` after the build to ` +
    'upload its source maps; `--delete` also removes them from the folder. `ERRATA_TOKEN` is one of ' +
    '`API_TOKENS`.'
  )
}
