// What to paste for an assistant, and how scripts query Errata.
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ASSISTANT_NOTE, assistants, commands } from '../../../setup/assistants.ts'
import type { Setup, Step } from '../../../setup/setup.ts'
import { Fold } from '../../ui/fold.tsx'

/** How the screen shows a file or a command, and a text of web/setup. */
type Parts = { Code: ComponentType<Pick<Step, 'file' | 'code'>>; Text: ComponentType<{ children: string }> }

export function AssistantsStep({ relay, Code, Text }: { relay: string } & Parts) {
  return (
    <>
      <h2 className="line">
        <span>Let an assistant read it</span>
        <small className="faint">Model Context Protocol, command line</small>
      </h2>
      <Text>{ASSISTANT_NOTE}</Text>
      <p>
        <Link to="/settings" search={{ section: 'tokens' }}>
          Make a token
        </Link>
      </p>
      {assistants({ relay }).map((setup) => (
        <Assistant key={setup.id} {...{ setup, Code, Text }} />
      ))}
      <Fold title="Scripts and terminals">
        <Code {...commands({ relay })} />
        <p>
          <a href="/llms.txt">llms.txt</a> and <a href="/connect.md">connect.md</a> are the texts of this page
          for assistants.
        </p>
      </Fold>
    </>
  )
}

function Assistant({ setup, Code, Text }: { setup: Setup } & Parts) {
  return (
    <Fold title={setup.name}>
      {setup.steps.map((step) => (
        <Code key={step.file} {...step} />
      ))}
      {setup.notes.map((note) => (
        <Text key={note}>{note}</Text>
      ))}
    </Fold>
  )
}
