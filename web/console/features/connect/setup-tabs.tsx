// What to add to an application, by framework: files and commands, each to copy.
import { type KeyboardEvent, useState } from 'react'
import type { Endpoints } from '../../../setup/setup.ts'
import { setups } from '../../../setup/setups.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { InlineCode } from './inline-code.tsx'
import css from './connect.module.css'

export function SetupTabs({ endpoints }: { endpoints: Endpoints }) {
  const all = setups(endpoints)
  const [selected, setSelected] = useState(0)
  const setup = all[selected]
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (offset === undefined) return
    const next = (selected + offset + all.length) % all.length
    setSelected(next)
    document.getElementById(`setup-${all[next]?.id}`)?.focus()
  }
  if (!setup) return null
  return (
    <>
      <div className={`tabs ${css.frameworks}`} role="tablist" aria-label="Setup" onKeyDown={onKeyDown}>
        {all.map(({ id, name }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`setup-${id}`}
            aria-controls="setup-panel"
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="setup-panel" aria-labelledby={`setup-${setup.id}`}>
        {setup.steps.map(({ file, code }) => (
          <CodeFigure key={file + code} file={file} code={code} />
        ))}
        {setup.notes.map((note) => (
          <p key={note} className={css.note}>
            <InlineCode text={note} />
          </p>
        ))}
      </div>
    </>
  )
}

export function CodeFigure({ file, code }: { file: string; code: string }) {
  return (
    <figure className={css.code}>
      <figcaption className="row caption">
        <span>{file}</span>
        <span className="push">
          <CopyButton text={code} label={`Copy the code: ${file}`} caption="Copy" />
        </span>
      </figcaption>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- scrolls, so keys must reach it */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
