// The messages of a metrics request. They are checked and passed on, not kept; so nothing but these tables knows them.
import { attributes, many, message, one, present } from './fields.ts'
import { resource, scope } from './messages.ts'

const temporalities = {
  AGGREGATION_TEMPORALITY_UNSPECIFIED: 0,
  AGGREGATION_TEMPORALITY_DELTA: 1,
  AGGREGATION_TEMPORALITY_CUMULATIVE: 2,
}

const exemplar = message(
  one(2, 'timeUnixNano', 'fixed64'),
  present(3, 'asDouble', 'double'),
  one(4, 'spanId', 'spanId'),
  one(5, 'traceId', 'traceId'),
  present(6, 'asInt', 'sfixed64'),
  attributes(7, 'filteredAttributes'),
)
const times = [one(2, 'startTimeUnixNano', 'fixed64'), one(3, 'timeUnixNano', 'fixed64')]
const numberPoint = message(
  ...times,
  present(4, 'asDouble', 'double'),
  many(5, 'exemplars', exemplar),
  present(6, 'asInt', 'sfixed64'),
  attributes(7),
  one(8, 'flags', 'uint32'),
)
const histogramPoint = message(
  ...times,
  one(4, 'count', 'fixed64'),
  present(5, 'sum', 'double'),
  many(6, 'bucketCounts', 'fixed64'),
  many(7, 'explicitBounds', 'double'),
  many(8, 'exemplars', exemplar),
  attributes(9),
  one(10, 'flags', 'uint32'),
  present(11, 'min', 'double'),
  present(12, 'max', 'double'),
)
const buckets = message(one(1, 'offset', 'sint32'), many(2, 'bucketCounts', 'uint64'))
const exponentialPoint = message(
  attributes(1),
  ...times,
  one(4, 'count', 'fixed64'),
  present(5, 'sum', 'double'),
  one(6, 'scale', 'sint32'),
  one(7, 'zeroCount', 'fixed64'),
  one(8, 'positive', buckets),
  one(9, 'negative', buckets),
  one(10, 'flags', 'uint32'),
  many(11, 'exemplars', exemplar),
  present(12, 'min', 'double'),
  present(13, 'max', 'double'),
  one(14, 'zeroThreshold', 'double'),
)
const quantile = message(one(1, 'quantile', 'double'), one(2, 'value', 'double'))
const summaryPoint = message(
  ...times,
  one(4, 'count', 'fixed64'),
  one(5, 'sum', 'double'),
  many(6, 'quantileValues', quantile),
  attributes(7),
  one(8, 'flags', 'uint32'),
)

const temporality = one(2, 'aggregationTemporality', 'enum', temporalities)
const metric = message(
  one(1, 'name', 'string'),
  one(2, 'description', 'string'),
  one(3, 'unit', 'string'),
  one(5, 'gauge', message(many(1, 'dataPoints', numberPoint))),
  one(7, 'sum', message(many(1, 'dataPoints', numberPoint), temporality, one(3, 'isMonotonic', 'bool'))),
  one(9, 'histogram', message(many(1, 'dataPoints', histogramPoint), temporality)),
  one(10, 'exponentialHistogram', message(many(1, 'dataPoints', exponentialPoint), temporality)),
  one(11, 'summary', message(many(1, 'dataPoints', summaryPoint))),
  attributes(12, 'metadata'),
)
const scopeMetrics = message(
  one(1, 'scope', scope),
  many(2, 'metrics', metric),
  one(3, 'schemaUrl', 'string'),
)
const resourceMetrics = message(
  one(1, 'resource', resource),
  many(2, 'scopeMetrics', scopeMetrics),
  one(3, 'schemaUrl', 'string'),
)
export const metricsRequest = message(many(1, 'resourceMetrics', resourceMetrics))
