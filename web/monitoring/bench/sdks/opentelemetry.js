// Put together as its documentation does, with what a page needs of it.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, WebTracerProvider } from '@opentelemetry/sdk-trace-web'

new WebTracerProvider({
  resource: defaultResource().merge(resourceFromAttributes({ 'service.name': 'bench' })),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: '/taken' }))],
}).register()
