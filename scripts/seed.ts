// `npm run seed [-- URL]`: sends days of a book shop to a running Errata (default: on this machine): issues
// with source maps, a release that broke something and its commits, what users wrote and saw, traces through
// three services, web vitals.
import { sendSampleDay } from '../e2e/testing/sample/sample-data.ts'
import { StartupError } from '../server/startup-error.ts'
import { getConfig, relayUrl } from './config.ts'

try {
  const config = getConfig()
  const url = (process.argv[2] ?? relayUrl(config)).replace(/\/$/, '')
  await sendSampleDay(url, Date.now(), { servers: true, token: config.apiToken })
  console.log(`The sample data is at ${url}`)
} catch (error) {
  // `fetch` throws a TypeError with a cause where nothing answers.
  const isAway = error instanceof TypeError && error.cause !== undefined
  const sentence = isAway ? 'Errata does not answer there: start it with npm start.' : null
  console.error(sentence ?? (error instanceof StartupError ? error.message : error))
  process.exitCode = 1
}
