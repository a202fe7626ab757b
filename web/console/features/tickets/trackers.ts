// Issue trackers whose form can be opened filled in, and what its address is made from.

export type TrackerName = keyof typeof TRACKERS

type Tracker = {
  label: string
  /** An address that a person has at hand. */
  example: string
  /** Matches the hosts of the tracker. */
  host: RegExp
  /** The template. `url`: of a repository, a project or a team. */
  template: (url: URL) => string
  /** What a person still has to fill in. */
  hint?: string
}

const GITHUB = '?title={title}&body={body}'

export const TRACKERS = {
  github: {
    label: 'GitHub',
    example: 'https://github.com/OWNER/REPOSITORY',
    host: /github/,
    template: ({ origin, pathname }) => `${origin}${firstParts(pathname, 2)}/issues/new${GITHUB}`,
  },
  gitlab: {
    label: 'GitLab',
    example: 'https://gitlab.com/GROUP/PROJECT',
    host: /gitlab/,
    template: ({ origin, pathname }) => {
      const [project = ''] = pathname.split('/-/')
      return `${origin}${withoutSlash(project)}/-/issues/new?issue[title]={title}&issue[description]={body}`
    },
  },
  jira: {
    label: 'Jira',
    example: 'https://TEAM.atlassian.net',
    host: /atlassian|jira/,
    template: ({ origin }) =>
      `${origin}/secure/CreateIssueDetails!init.jspa?pid=10000&issuetype=10001&summary={title}&description={body}`,
    hint: 'Set pid and issuetype to the ids of your project and of its type of issue.',
  },
  linear: {
    label: 'Linear',
    example: 'https://linear.app/WORKSPACE/team/KEY',
    host: /(?:^|\.)linear\.app$/,
    template: ({ pathname }) => {
      const [, team] = /\/team\/([^/]+)/.exec(pathname) ?? []
      const path = team ? `team/${team}/new` : 'new'
      return `https://linear.app/${path}?title={title}&description={body}`
    },
  },
} satisfies Record<string, Tracker>

const NAMES = Object.keys(TRACKERS) as TrackerName[]

export function trackerOf(name: TrackerName): Tracker {
  return TRACKERS[name]
}

/** By the host of an address; null: none is known. */
export function trackerAt(address: string): TrackerName | null {
  const host = URL.parse(address)?.hostname ?? ''
  return NAMES.find((name) => TRACKERS[name].host.test(host)) ?? null
}

/** `GitHub`, or the host of a template. */
export function trackerLabel(template: string): string {
  const name = trackerAt(template)
  return name === null ? (URL.parse(template)?.host ?? 'the tracker') : TRACKERS[name].label
}

/** Empty where the address is not of http or https. */
export function templateOf(name: TrackerName, address: string): string {
  const url = URL.parse(address.trim())
  return url && /^https?:$/.test(url.protocol) ? TRACKERS[name].template(url) : ''
}

/** `/owner/repository`. */
function firstParts(pathname: string, count: number): string {
  return withoutSlash(
    pathname
      .split('/')
      .slice(0, count + 1)
      .join('/'),
  )
}

function withoutSlash(path: string): string {
  return path.replace(/(?:\.git)?\/*$/, '')
}
