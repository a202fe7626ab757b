// Tests of channels that this page has sent, with what the receivers answered.
import { useState } from 'react'
import type { Channel, ChannelTest } from '../../../../contract/alerts.ts'
import type { AlertChanges } from './use-alert-changes.ts'

export type ChannelTests = ReturnType<typeof useChannelTests>

export function useChannelTests({ testChannel }: AlertChanges) {
  const [answers, setAnswers] = useState<Record<string, ChannelTest | 'sending'>>({})
  const send = async (channel: Channel) => {
    const show = (answer: ChannelTest | 'sending') =>
      setAnswers((current) => ({ ...current, [channel.id]: answer }))
    show('sending')
    show((await testChannel(channel)) ?? { delivered: false, detail: 'no test was sent' })
  }
  return {
    answers,
    send: (channels: Channel[]) => {
      for (const channel of channels) if (answers[channel.id] !== 'sending') void send(channel)
    },
  }
}
