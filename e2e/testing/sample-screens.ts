// The screens of the console with the sample data: for the test of the screens and for the screenshots.
import type { IssuesAnswer } from '../../contract/issues.ts'
import type { TracesAnswer } from '../../contract/traces.ts'
import { getJson } from './http.ts'
import { sendSampleDay } from './sample-data.ts'

/** `selector`: what a screen shows once its data has arrived. */
export type SampleScreen = { name: string; path: string; selector: string }

/** Spans of the sample trace that the screens show: a page and two servers. */
const TRACE_SPANS = 5

export const SAMPLE_SCREENS: SampleScreen[] = [
  { name: 'issues', path: '/', selector: 'tbody tr a' },
  { name: 'issue', path: '/issues/ISSUE', selector: 'h2' },
  { name: 'traces', path: '/traces', selector: 'tbody tr a' },
  { name: 'trace', path: '/traces/TRACE', selector: '[role=treeitem]' },
  { name: 'releases', path: '/releases', selector: 'tbody tr a' },
  { name: 'release', path: '/releases/shop/2026.11.3', selector: 'tbody tr a' },
  { name: 'operations', path: '/operations', selector: 'tbody tr a' },
  {
    name: 'operation',
    path: '/operations/shop-api?operation=GET%20%2Fapi%2Fquote',
    selector: 'tbody tr a',
  },
  { name: 'vitals', path: '/vitals', selector: 'tbody tr' },
  { name: 'status', path: '/status', selector: 'tbody tr' },
  { name: 'maps', path: '/maps', selector: 'h1' },
  { name: 'lookup', path: '/lookup', selector: 'h1' },
  { name: 'connect', path: '/connect', selector: 'h2' },
  { name: 'not-found', path: '/nothing', selector: 'h1' },
]

/** Sends the sample data and returns the path of a screen with the ids of an issue and a trace filled in. */
export async function loadSampleScreens(url: string): Promise<(path: string) => string> {
  await sendSampleDay(url, Date.now(), { servers: true })
  const { issues } = await getJson<IssuesAnswer>(`${url}/api/issues?range=24h&q=amount`)
  const { traces } = await getJson<TracesAnswer>(`${url}/api/traces?range=24h&status=error`)
  const issue = issues[0]!.id
  const trace = traces.find(({ spans }) => spans === TRACE_SPANS)!.traceId
  return (path) => path.replace('ISSUE', issue).replace('TRACE', trace)
}
