// Messages that name no change.
import { randomUUID } from 'node:crypto'
import { rfc3339OfNanoseconds } from '../../../database/instants.ts'
import type { Message, MessageType } from './message.ts'

export function testMessage(publicUrl: string): Message {
  return notice('test', 'A test of Errata', { text: 'A test of Errata: this channel works.', publicUrl })
}

export function heartbeatMessage(): Message {
  return notice('heartbeat', 'Rules are evaluated', { text: 'Rules are evaluated.', publicUrl: '' })
}

/** `counts`: of the changes that wait, as text. `until`: in nanoseconds since 1970. */
export function pauseMessage(counts: string, changes: number, until: bigint, publicUrl: string): Message {
  const title = `Paused until ${rfc3339OfNanoseconds(until).slice(11, 16)} UTC, ${changes} withheld`
  const text = `${title}: ${counts}. A summary follows then.`
  return { ...notice('summary', title, { text, publicUrl }), others: counts }
}

function notice(
  type: MessageType,
  title: string,
  { text, publicUrl }: { text: string; publicUrl: string },
): Message {
  return {
    id: randomUUID(),
    at: new Date().toISOString(),
    type,
    title,
    text,
    changes: [],
    others: '',
    url: `${publicUrl}/alerts`,
  }
}
