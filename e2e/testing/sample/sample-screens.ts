// The screens of the console with the sample data of a page and two servers, for the screenshots.
import type { IssuesAnswer } from '../../../contract/issues.ts'
import type { TracesAnswer } from '../../../contract/traces.ts'
import { getJson } from '../http.ts'
import { sendSampleDay } from './sample-data.ts'

/** `selector`: what a screen shows once its data has arrived. */
export type SampleScreen = { name: string; path: string; selector: string }

/** Spans of the sample trace that the screens show: a page and two servers. */
const TRACE_SPANS = 5

export const SAMPLE_SCREENS: SampleScreen[] = [
  { name: 'issues', path: '/', selector: 'tbody tr a' },
  { name: 'issue', path: '/issues/ISSUE', selector: 'h2' },
  { name: 'trace', path: '/traces/TRACE', selector: '[role=treeitem]' },
  { name: 'release', path: '/releases/shop/2026.11.3', selector: 'tbody tr a' },
  {
    name: 'operation',
    path: '/operations/shop-api?operation=GET%20%2Fapi%2Fquote',
    selector: 'tbody tr a',
  },
  { name: 'status', path: '/status', selector: 'tbody tr' },
]

/** Sends the sample data. Resolves to an issue, its latest digest, and a trace that failed. */
export async function sendSampleScreens(url: string) {
  await sendSampleDay(url, Date.now(), { servers: true })
  const { issues } = await getJson<IssuesAnswer>(`${url}/api/issues?range=24h&q=amount`)
  const { traces } = await getJson<TracesAnswer>(`${url}/api/traces?range=24h&status=error`)
  const { id: issue, latestDigest: digest } = issues[0]!
  return { issue, digest, trace: traces.find(({ spans }) => spans === TRACE_SPANS)!.traceId }
}

/** Resolves to the path of a screen with the ids of the issue and of the trace. */
export async function loadSampleScreens(url: string): Promise<(path: string) => string> {
  const { issue, trace } = await sendSampleScreens(url)
  return (path) => path.replace('ISSUE', issue).replace('TRACE', trace)
}
