// What items say of their sender: release, environment, SDK.
import type { JsonObject } from '../../../otlp/json-object.ts'
import { objectOf, objectsOf, plainValues, textOf } from './json-values.ts'
import type { Sender } from './resource.ts'

/** Of the trace that sampling decided on. */
export function senderOfHeader(header: JsonObject): Partial<Sender> {
  const [sdk, trace] = [objectOf(header['sdk']), objectOf(header['trace'])]
  return present({
    sdkName: textOf(sdk['name']),
    sdkVersion: textOf(sdk['version']),
    release: textOf(trace['release']),
    environment: textOf(trace['environment']),
  })
}

export function senderOfEvent(event: JsonObject): Partial<Sender> {
  const sdk = objectOf(event['sdk'])
  const headers = Object.entries(objectOf(objectOf(event['request'])['headers']))
  const agent = headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1]
  return present({
    release: textOf(event['release']),
    environment: textOf(event['environment']),
    dist: textOf(event['dist']),
    sdkName: textOf(sdk['name']),
    sdkVersion: textOf(sdk['version']),
    userAgent: textOf(agent),
    hostName: textOf(event['server_name']),
    platform: textOf(event['platform']),
  })
}

export function senderOfLogs(payload: JsonObject): Partial<Sender> {
  const values = plainValues(objectsOf(payload['items'])[0]?.['attributes'])
  return present({
    release: textOf(values['sentry.release']),
    environment: textOf(values['sentry.environment']),
    sdkName: textOf(values['sentry.sdk.name']),
    sdkVersion: textOf(values['sentry.sdk.version']),
    hostName: textOf(values['server.address']),
  })
}

/** Of a session, or of the counts of a minute. */
export function senderOfSession(payload: JsonObject): Partial<Sender> {
  const attributes = objectOf(payload['attrs'])
  return present({
    release: textOf(attributes['release']),
    environment: textOf(attributes['environment']),
    userAgent: textOf(attributes['user_agent']),
  })
}

function present(sender: Partial<Sender>): Partial<Sender> {
  return Object.fromEntries(Object.entries(sender).filter(([, value]) => value !== ''))
}
