// Records and spans of several senders as requests of OTLP.
import type { JsonObject } from '../../../otlp/json-object.ts'
import type { LogRecord } from './event.ts'
import type { Attribute } from './otlp-attributes.ts'
import { resourceOf, type Sender } from './resource.ts'
import type { SentSpan } from './spans.ts'

const INSTRUMENTATION = { name: 'sentry' }
const NOBODY: Sender = {
  project: '',
  service: '',
  release: '',
  environment: '',
  dist: '',
  sdkName: '',
  sdkVersion: '',
  userAgent: '',
  hostName: '',
  platform: '',
}

/** Records and spans by their resource. */
export class Batch {
  readonly #projects: ReadonlyMap<string, string>
  readonly #groups = new Map<
    string,
    { resource: Attribute[]; records: LogRecord[]; spans: SentSpan['span'][] }
  >()

  constructor(projects: ReadonlyMap<string, string>) {
    this.#projects = projects
  }

  addRecords(sender: Partial<Sender>, records: LogRecord[]): void {
    if (records.length > 0) this.#groupOf(sender).records.push(...records)
  }

  addSpans(sender: Partial<Sender>, spans: SentSpan[]): void {
    for (const { span, sender: own } of spans) this.#groupOf({ ...sender, ...own }).spans.push(span)
  }

  logs(): JsonObject | null {
    const groups = [...this.#groups.values()].filter(({ records }) => records.length > 0)
    if (groups.length === 0) return null
    return {
      resourceLogs: groups.map(({ resource, records }) => ({
        resource: { attributes: resource },
        scopeLogs: [{ scope: INSTRUMENTATION, logRecords: records }],
      })),
    }
  }

  traces(): JsonObject | null {
    const groups = [...this.#groups.values()].filter(({ spans }) => spans.length > 0)
    if (groups.length === 0) return null
    return {
      resourceSpans: groups.map(({ resource, spans }) => ({
        resource: { attributes: resource },
        scopeSpans: [{ scope: INSTRUMENTATION, spans }],
      })),
    }
  }

  #groupOf(sender: Partial<Sender>) {
    const complete = { ...NOBODY, ...sender }
    const key = JSON.stringify(Object.values(complete))
    let group = this.#groups.get(key)
    if (group === undefined) {
      group = { resource: resourceOf(complete, this.#projects), records: [], spans: [] }
      this.#groups.set(key, group)
    }
    return group
  }
}
