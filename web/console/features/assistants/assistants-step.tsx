// What to paste for an assistant, and how scripts query Errata.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ASSISTANT_NOTE, assistants, commands } from '../../../setup/assistants.ts'
import type { Setup, Step } from '../../../setup/setup.ts'
import { Fold } from '../../ui/fold.tsx'

type Props = {
  relay: string
  /** How the screen shows a file, and a text of web/setup. */
  code: (step: Step) => ReactNode
  note: (text: string) => ReactNode
}

export function AssistantsStep({ relay, code, note }: Props) {
  return (
    <>
      <h2 className="line">
        <span>Let an assistant read it</span>
        <small className="faint">Model Context Protocol, command line</small>
      </h2>
      {note(ASSISTANT_NOTE)}
      <p>
        <Link to="/settings" search={{ section: 'tokens' }}>
          Make a token
        </Link>
      </p>
      {assistants({ relay }).map((setup) => (
        <Assistant key={setup.id} {...{ setup, code, note }} />
      ))}
      <Fold title="Scripts and terminals">
        {code(commands({ relay }))}
        <p>
          <a href="/llms.txt">llms.txt</a> and <a href="/connect.md">connect.md</a> are the texts of this page
          for assistants.
        </p>
      </Fold>
    </>
  )
}

function Assistant({ setup, code, note }: { setup: Setup } & Pick<Props, 'code' | 'note'>) {
  return (
    <Fold title={setup.name}>
      {setup.steps.map((step) => code(step))}
      {setup.notes.map((text) => note(text))}
    </Fold>
  )
}
