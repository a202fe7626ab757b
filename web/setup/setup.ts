// What one person does once to connect an application: the shape of the instructions in this folder. The
// console's screen /connect shows them, and `npm run docs` writes them into the READMEs.

/** A file to write or a command to run. */
export type Step = {
  /** A path in the application, or `Terminal`. */
  file: string
  /** Of the code block: `ts`, `tsx`, `sh`, … */
  language: string
  code: string
}

/** `notes`: sentences below the steps, in Markdown with `code` only. */
export type Setup = { id: string; name: string; steps: Step[]; notes: string[] }

/** Where Errata answers, without a slash at the end, as in `https://errata.example`. */
export type Endpoints = { relay: string; collector: string }

/** In documents. Servers send to the collector's port, which `npm start` opens on the loopback. */
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

/** The names that an application has; every framework says them in one file. */
export const NAMES = `service: 'shop', release: '1.4.2', environment: 'production'`

export function install({ relay }: Endpoints): Step {
  return { file: 'Terminal', language: 'sh', code: `npm install ${relay}/monitoring.tgz` }
}

/** A line of `vite.config.ts`: while developing, the server of Vite forwards to the relay. */
export function viteProxy({ relay }: Endpoints): string {
  return `server: { proxy: { '/monitoring': { target: '${relay}', xfwd: true } } },`
}

/** The same in `next.config.ts`, with the lines indented by two blanks. */
export function nextRewrites({ relay }: Endpoints): string {
  return `  rewrites: async () => [
    { source: '/monitoring/:path*', destination: '${relay}/monitoring/:path*' },
  ],`
}

/** Of applications that Vite builds. */
export function viteMapsNote({ relay }: Endpoints): string {
  return (
    `Readable stacks: with \`upload: { url: '${relay}', token: process.env['ERRATA_TOKEN'] }\` among its ` +
    'options, the plugin sends the source maps of a build and leaves none in its output. The token is one ' +
    'of `API_TOKENS`; without a password none is needed.'
  )
}

/** `folder`: what the build writes to. `before`: what the bundler needs to write source maps. */
export function uploadNote({ relay }: Endpoints, folder: string, before: string): string {
  return (
    `Readable stacks: ${before} ` +
    `\`npx errata upload ${folder} --service shop --release 1.4.2 --url ${relay}\` ` +
    'sends the source maps after a build; `--delete` leaves none in the folder. `ERRATA_TOKEN` is one of ' +
    '`API_TOKENS`.'
  )
}
