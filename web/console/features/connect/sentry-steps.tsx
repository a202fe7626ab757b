// The steps below the DSN: the own origin, both receivers, source maps, what is read, what to check.
import type { Setup, Endpoints } from '../../../setup/setup.ts'
import { otherSdks, sendToBoth, sentryMaps, type SentryProject, tunnel } from '../../../setup/sentry.ts'
import { SENTRY_LEFT_OUT, SENTRY_PROBLEMS, SENTRY_READ, type SentryRow } from '../../../setup/sentry-items.ts'
import { Fold } from '../../ui/fold.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { InlineCode } from './inline-code.tsx'
import { ProxyStep } from './own-steps.tsx'
import { CodeFigure, Note, SetupSteps } from './setup-tabs.tsx'
import own from './sentry.module.css'

export function SentrySteps({ endpoints, project }: { endpoints: Endpoints; project: SentryProject }) {
  return (
    <>
      <li>
        <FoldedStep {...otherSdks(endpoints, project)} comment="the same DSN" />
      </li>
      <li>
        <Step {...tunnel(endpoints, project)} comment="one more option, in pages" />
      </li>
      <li>
        <ProxyStep endpoints={endpoints} />
      </li>
      <li>
        <FoldedStep {...sendToBoth(endpoints, project)} comment="before you change the line" />
      </li>
      <li>
        <Step {...sentryMaps(endpoints, project)} comment="with the tool that you have" />
      </li>
      <li>
        <Heading name="What is read" comment="the rest is answered with 200, counted and discarded" />
        <div className={own.items}>
          <Rows title="Read" rows={SENTRY_READ} icon="resolved" />
          <Rows title="Left out" rows={SENTRY_LEFT_OUT} icon="ignored" />
        </div>
      </li>
      <li>
        <Troubleshooting />
      </li>
    </>
  )
}

/** `comment`: beside the heading. */
type StepProps = Setup & { comment: string }

function Step({ name, comment, ...setup }: StepProps) {
  return (
    <>
      <Heading name={name} comment={comment} />
      <SetupSteps {...setup} />
    </>
  )
}

function Heading({ name, comment }: Pick<StepProps, 'name' | 'comment'>) {
  return (
    <h2 className="line">
      <span>{name}</span>
      <small className="faint">{comment}</small>
    </h2>
  )
}

function FoldedStep({ name, comment, steps, notes }: StepProps) {
  return (
    <>
      <Heading name={name} comment={comment} />
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {steps.map(({ file, code }) => (
        <Fold key={file} title={file}>
          <CodeFigure file={file} code={code} />
        </Fold>
      ))}
    </>
  )
}

function Rows({ title, rows, icon }: { title: string; rows: SentryRow[]; icon: IconName }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {rows.map(({ name, detail }) => (
          <li key={name} data-icon={icon}>
            <Icon name={icon} small />
            <span>
              {name}
              <small>
                <InlineCode text={detail} />
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Troubleshooting() {
  return (
    <>
      <h2>Nothing arrives?</h2>
      {SENTRY_PROBLEMS.map(({ title, text }) => (
        <Fold key={title} title={<InlineCode text={title} />}>
          <Note>{text}</Note>
        </Fold>
      ))}
    </>
  )
}
