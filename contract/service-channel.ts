// The word for the channel of a service.

/** Among the channels of a rule: the channel that is set for the service of what the rule reports. */
export const SERVICE_CHANNEL = '@service'
