// Each path breaks something.
import { captureException } from '@errata/monitoring/node'
import express, { type NextFunction, type Request, type Response } from 'express'

const relay = process.env['ERRATA_URL'] ?? 'http://127.0.0.1:8080'
const app = express()

/** `/?rate=0` sets the sample rate of the page. */
app.get('/', (request, response) => {
  const rate = Number(request.query['rate'] ?? 1)
  response.send(`<!doctype html>
<html lang="en">
  <title>Node with Errata</title>
  <script
    src="${relay}/monitoring.js"
    data-service="example-node-page"
    data-traces-sample-rate="${rate}"
  ></script>
  <main id="app"><button onclick="fetch('/broken')">Broken</button></main>
</html>`)
})

/** Express catches it; the exception is on the span of the request. */
app.get('/broken', () => {
  throw new TypeError('the warehouse is undefined')
})

/** The server handles it itself. */
app.get('/handled', (_request, response) => {
  const digest = captureException(new Error('the stock is old'))
  response.send(`The stock is old. Reference: ${digest}`)
})

/** Both end the process, as they do without Errata. */
app.get('/exception', (_request, response) => {
  response.send('')
  setTimeout(() => {
    throw new Error('the timer is broken')
  })
})
app.get('/rejection', (_request, response) => {
  response.send('')
  void Promise.reject(new RangeError('nobody waits for this'))
})

app.use((_error: Error, _request: Request, response: Response, _next: NextFunction) => {
  response.status(500).send('Something is broken.')
})

const port = Number(process.env['PORT'] ?? 3000)
app.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`))
