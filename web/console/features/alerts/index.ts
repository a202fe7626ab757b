// The parts of alerts that other features use.
export { FailingChannels, useFailingChannels } from './failing-channels.tsx'
