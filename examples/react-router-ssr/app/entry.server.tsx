// Errata: `init` for the server, and `handleError` for what the router catches there. They send to the
// collector, or where OTEL_EXPORTER_OTLP_ENDPOINT says.
import { captureException, init } from '@errata/monitoring/node'
import { renderToReadableStream } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type HandleErrorFunction,
  type HandleDocumentRequestFunction,
} from 'react-router'

init({ service: 'example-react-router-ssr-server', release: '1.0.0' })

export const handleError: HandleErrorFunction = (error, { request }) => {
  // A request that the browser has given up, and an address without a route, are no failures.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  captureException(error, { handled: false })
}

const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, context) => {
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />)
  headers.set('content-type', 'text/html')
  return new Response(body, { status, headers })
}

export default handleRequest
