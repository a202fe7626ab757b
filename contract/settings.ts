// The answers of `/api/service-settings`, `/api/scrubbing` and `/api/data`. Types only.

/**
 * What is set for a service. `owners`: suggested as assignees, and named in alerts of issues that nobody has.
 * `repository`: its address, or the address of a line with `{commit}`, `{path}` and `{line}`; null: not set.
 * `ticketTemplate`: null: it has the template of all services. `channel`: the id of the channel for rules
 * without a channel, and for rules that name `@service`; null: not set, or deleted.
 */
export type ServiceSettings = {
  service: string
  lastSeen: string
  owners: string[]
  repository: string | null
  ticketTemplate: string | null
  channel: string | null
}

/**
 * The service with the latest data first. `channels`: all of them for an admin, for others the ones of their
 * services.
 */
export type ServiceSettingsAnswer = {
  services: ServiceSettings[]
  channels: { id: string; name: string }[]
}

/** Members that are missing stay as they are; null removes one. */
export type ServiceSettingsChange = {
  service: string
  owners?: string[]
  repository?: string | null
  ticketTemplate?: string | null
  channel?: string | null
}
