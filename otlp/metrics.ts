// The messages of a metrics request. They are checked and passed on, not kept; so nothing but these tables knows them.
import { attributes, repeated, message, field, optional } from './descriptor.ts'
import { resource, scope } from './messages.ts'

const temporalities = {
  AGGREGATION_TEMPORALITY_UNSPECIFIED: 0,
  AGGREGATION_TEMPORALITY_DELTA: 1,
  AGGREGATION_TEMPORALITY_CUMULATIVE: 2,
}

const exemplar = message(
  field(2, 'timeUnixNano', 'fixed64'),
  optional(3, 'asDouble', 'double'),
  field(4, 'spanId', 'spanId'),
  field(5, 'traceId', 'traceId'),
  optional(6, 'asInt', 'sfixed64'),
  attributes(7, 'filteredAttributes'),
)
const times = [field(2, 'startTimeUnixNano', 'fixed64'), field(3, 'timeUnixNano', 'fixed64')]
const numberPoint = message(
  ...times,
  optional(4, 'asDouble', 'double'),
  repeated(5, 'exemplars', exemplar),
  optional(6, 'asInt', 'sfixed64'),
  attributes(7),
  field(8, 'flags', 'uint32'),
)
const histogramPoint = message(
  ...times,
  field(4, 'count', 'fixed64'),
  optional(5, 'sum', 'double'),
  repeated(6, 'bucketCounts', 'fixed64'),
  repeated(7, 'explicitBounds', 'double'),
  repeated(8, 'exemplars', exemplar),
  attributes(9),
  field(10, 'flags', 'uint32'),
  optional(11, 'min', 'double'),
  optional(12, 'max', 'double'),
)
const buckets = message(field(1, 'offset', 'sint32'), repeated(2, 'bucketCounts', 'uint64'))
const exponentialPoint = message(
  attributes(1),
  ...times,
  field(4, 'count', 'fixed64'),
  optional(5, 'sum', 'double'),
  field(6, 'scale', 'sint32'),
  field(7, 'zeroCount', 'fixed64'),
  field(8, 'positive', buckets),
  field(9, 'negative', buckets),
  field(10, 'flags', 'uint32'),
  repeated(11, 'exemplars', exemplar),
  optional(12, 'min', 'double'),
  optional(13, 'max', 'double'),
  field(14, 'zeroThreshold', 'double'),
)
const quantile = message(field(1, 'quantile', 'double'), field(2, 'value', 'double'))
const summaryPoint = message(
  ...times,
  field(4, 'count', 'fixed64'),
  field(5, 'sum', 'double'),
  repeated(6, 'quantileValues', quantile),
  attributes(7),
  field(8, 'flags', 'uint32'),
)

const temporality = field(2, 'aggregationTemporality', 'enum', temporalities)
const metric = message(
  field(1, 'name', 'string'),
  field(2, 'description', 'string'),
  field(3, 'unit', 'string'),
  field(5, 'gauge', message(repeated(1, 'dataPoints', numberPoint))),
  field(
    7,
    'sum',
    message(repeated(1, 'dataPoints', numberPoint), temporality, field(3, 'isMonotonic', 'bool')),
  ),
  field(9, 'histogram', message(repeated(1, 'dataPoints', histogramPoint), temporality)),
  field(10, 'exponentialHistogram', message(repeated(1, 'dataPoints', exponentialPoint), temporality)),
  field(11, 'summary', message(repeated(1, 'dataPoints', summaryPoint))),
  attributes(12, 'metadata'),
)
const scopeMetrics = message(
  field(1, 'scope', scope),
  repeated(2, 'metrics', metric),
  field(3, 'schemaUrl', 'string'),
)
const resourceMetrics = message(
  field(1, 'resource', resource),
  repeated(2, 'scopeMetrics', scopeMetrics),
  field(3, 'schemaUrl', 'string'),
)
export const metricsRequest = message(repeated(1, 'resourceMetrics', resourceMetrics))
