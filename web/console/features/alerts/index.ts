// The parts of alerts that other features use.
export { channelsQuery, useAlertPolling } from './alerts-query.ts'
export { MyChannelSelect } from './my-channel.tsx'
