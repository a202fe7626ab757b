// The messages of a metrics request (opentelemetry-proto 1.x). Only these descriptors know them.
import {
  type Field,
  type Message,
  attributes,
  field,
  message,
  messageOf,
  optional,
  repeated,
  strict,
} from './descriptor.ts'
import { requestOf } from './messages.ts'

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
const times = [strict(field(2, 'startTimeUnixNano', 'fixed64')), strict(field(3, 'timeUnixNano', 'fixed64'))]
const numberPoint = messageOf('item', [
  ...times,
  optional(4, 'asDouble', 'double'),
  repeated(5, 'exemplars', exemplar),
  optional(6, 'asInt', 'sfixed64'),
  attributes(7),
  field(8, 'flags', 'uint32'),
])
const histogramPoint = messageOf('item', [
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
])
const buckets = message(field(1, 'offset', 'sint32'), repeated(2, 'bucketCounts', 'uint64'))
const exponentialPoint = messageOf('item', [
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
])
const quantile = message(field(1, 'quantile', 'double'), field(2, 'value', 'double'))
const summaryPoint = messageOf('item', [
  ...times,
  field(4, 'count', 'fixed64'),
  field(5, 'sum', 'double'),
  repeated(6, 'quantileValues', quantile),
  attributes(7),
  field(8, 'flags', 'uint32'),
])

const temporality = field(2, 'aggregationTemporality', 'enum', temporalities)
const points = (point: Message, ...fields: Field[]) =>
  messageOf('container', [repeated(1, 'dataPoints', point), ...fields])
const metric = messageOf('container', [
  field(1, 'name', 'string'),
  field(2, 'description', 'string'),
  field(3, 'unit', 'string'),
  field(5, 'gauge', points(numberPoint)),
  field(7, 'sum', points(numberPoint, temporality, field(3, 'isMonotonic', 'bool'))),
  field(9, 'histogram', points(histogramPoint, temporality)),
  field(10, 'exponentialHistogram', points(exponentialPoint, temporality)),
  field(11, 'summary', points(summaryPoint)),
  attributes(12, 'metadata'),
])
export const metricsRequest = requestOf('resourceMetrics', 'scopeMetrics', repeated(2, 'metrics', metric))
