// Arguments and environment variables of `errata upload`, and what the command prints about itself.

import { parseArgs } from 'node:util'
import { servicesOf, type UploadTarget } from './map-client.ts'
import { packageVersion } from './package-version.ts'

export type UploadCommand = {
  folder: string
  target: UploadTarget
  /** Remove the maps from the folder. */
  delete: boolean
  /** Send the commits since the release before, and CODEOWNERS. */
  commits: boolean
  /** Upload the style sheets in the folder. */
  styles: boolean
  /** Exit with code 1 if a file could not be uploaded. */
  fail: boolean
}

export const usage = `Usage: errata upload FOLDER --service NAME [options]
       errata issue ID | issues [QUERY] | trace ID | release [VERSION] | resolve ID | login URL

Each command has --help.

Uploads the source maps of the scripts in FOLDER to Errata, and its style sheets; and what git knows of the
commits since the release before: hash, author's name, time, title, changed files and lines; and CODEOWNERS.

  --service NAME   as in init(); several are separated by commas: shop,shop-server
  --release NAME   as in init(); default: the version in package.json
  --url URL        URL of Errata's relay; default: ERRATA_URL
  --token TOKEN    one of the relay's API_TOKENS; default: ERRATA_TOKEN
  --repo URL       URL of the repository, for links to its lines
  --commit SHA     the commit that was built (default: as git has it)
  --no-commits     send nothing of git and CODEOWNERS
  --no-styles      send no style sheets; snapshots show those that pages cannot read
  --delete         remove the maps, and the comments that refer to them, from FOLDER
  --fail           exit with 1 if a file could not be uploaded; nothing is removed`

/** A message for the user of the command. `exitCode`: 2 for wrong arguments. */
export class UsageError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode = 2) {
    super(message)
    this.exitCode = exitCode
  }
}

/** `args`: without Node and the script. Throws UsageError. */
export function readCommand(args: string[], env: NodeJS.ProcessEnv): UploadCommand {
  const { values, positionals } = parse(args)
  const [name, folder, ...rest] = positionals
  const url = values.url ?? env['ERRATA_URL']
  const { service, release = packageVersion('.'), repo, commit } = values
  if (name !== 'upload' || !folder || rest.length) throw new UsageError(usage)
  if (!service || !servicesOf({ service }).length)
    throw new UsageError('--service is missing: use the name that init() has')
  if (!url) throw new UsageError('--url is missing: set it or ERRATA_URL to the URL of Errata')
  if (!URL.canParse(url)) throw new UsageError(`--url ${url} is not a URL such as https://errata.example.com`)
  const token = values.token ?? env['ERRATA_TOKEN']
  return {
    folder,
    target: { url, token, service, release, repo, commit },
    delete: values.delete,
    commits: !values['no-commits'],
    styles: !values['no-styles'],
    fail: values.fail,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        service: { type: 'string' },
        release: { type: 'string' },
        url: { type: 'string' },
        token: { type: 'string' },
        repo: { type: 'string' },
        commit: { type: 'string' },
        'no-commits': { type: 'boolean', default: false },
        'no-styles': { type: 'boolean', default: false },
        delete: { type: 'boolean', default: false },
        fail: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}
