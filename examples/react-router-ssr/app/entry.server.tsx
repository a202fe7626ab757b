// Errata: `init` for the server, and the hooks of React Router. Records are sent to the collector or to
// OTEL_EXPORTER_OTLP_ENDPOINT; the digest is in a header of the response.
import { init } from '@errata/monitoring/node'
import { addDigest } from '@errata/monitoring/react-router-server'
import { renderToReadableStream } from 'react-dom/server'
import { ServerRouter, type HandleDocumentRequestFunction } from 'react-router'

init({ service: 'example-react-router-ssr-server', release: '1.0.0' })

export { handleDataRequest, handleError } from '@errata/monitoring/react-router-server'

const handleRequest: HandleDocumentRequestFunction = async (request, status, headers, context) => {
  addDigest(request, headers)
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />)
  headers.set('content-type', 'text/html')
  return new Response(body, { status, headers })
}

export default handleRequest
