// Which vitest runs a test command consists of, and what has to be installed or built for them.
import { findChromium, findTestBrowsers } from './browsers.ts'
import { buildIfStale } from './build.ts'
import { findCollector } from './collector/find.ts'
import { getConfig } from './config.ts'
import type { TestRun } from './vitest.ts'
import type { BrowserName } from '../web/monitoring/browsers/launch.ts'

/** The longest first: what starts last decides when all are done. */
export const WORKSPACES = ['e2e', 'store', 'web', 'relay', 'otlp', 'scripts', 'server', 'contract'] as const

export type Workspace = (typeof WORKSPACES)[number]

export const CHROMIUM_RUN = '--project=chromium'

type PlannedRun = Pick<TestRun, 'workspace' | 'args'>

export type TestPlan = {
  runs: PlannedRun[]
  /** For the runs: paths of the browsers and of the collector. */
  environment: NodeJS.ProcessEnv
  /** Browsers that the browser tests of `web` should run in, but cannot here. */
  missingBrowsers: BrowserName[]
}

/** Installs and builds what the tests of these workspaces need. Throws one sentence where that fails. */
export async function planTests(workspaces: readonly Workspace[], filters: string[]): Promise<TestPlan> {
  const environment: NodeJS.ProcessEnv = { ...process.env }
  const missingBrowsers: BrowserName[] = []
  /** One vitest for each browser, so that they run side by side. */
  const projects: string[][] = []
  if (workspaces.includes('web') || workspaces.includes('e2e')) environment['CHROMIUM'] = findChromium()
  if (workspaces.includes('web')) {
    const { browsers, missing, variables } = await findTestBrowsers()
    Object.assign(environment, variables)
    missingBrowsers.push(...missing)
    projects.push(['--project=node', CHROMIUM_RUN], ...browsers.map(({ name }) => [`--project=${name}`]))
  }
  if (workspaces.includes('e2e')) {
    const collector = await findCollector(getConfig())
    if (collector) environment['OTELCOL'] = collector
    await buildIfStale()
  }
  const runs = workspaces.flatMap((workspace): PlannedRun[] =>
    workspace === 'web'
      ? projects.map((project) => ({ workspace, args: [...project, ...filters] }))
      : [{ workspace, args: filters }],
  )
  return { runs, environment, missingBrowsers }
}
