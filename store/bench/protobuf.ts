// A batch as the collector sends it.
import type { LogsRequest, TracesRequest } from '../../otlp/otlp-json.ts'
import { writeLogs, writeTraces } from '../../otlp/write.ts'
import type { Batch } from './week.ts'

/** Spans and log records; no bytes without any. */
export function protobuf({ traces, logs }: Batch): [Buffer, Buffer] {
  const records = logs === '' ? Buffer.alloc(0) : writeLogs(JSON.parse(logs) as LogsRequest)
  return [writeTraces(JSON.parse(traces) as TracesRequest), records]
}
