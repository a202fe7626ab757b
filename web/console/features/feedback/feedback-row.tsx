// One text in the list.
import { Link } from '@tanstack/react-router'
import type { Feedback } from '../../../../contract/feedback.ts'
import { VisitorLink } from '../../search/visitor-link.tsx'
import { AgoOrInstant } from '../../ui/age.tsx'
import { ErrorTitle } from '../../ui/error-title.tsx'
import type { Roving } from '../../ui/roving.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { UntrustedCode } from '../../ui/untrusted-text.tsx'
import { Quote, Sender } from './quote.tsx'
import css from './feedback.module.css'

type Props = { feedback: Feedback; index: number; roving: Roving }

export function FeedbackRow({ feedback, index, roving }: Props) {
  const { userId, sessionId, service, release, at } = feedback
  return (
    <tr {...roving.rowProps(index)}>
      <td className={css.text}>
        <Quote text={feedback.text} />
        <p className={css.about}>
          {userId !== '' && <VisitorLink name="user" id={userId} />}
          {userId === '' && sessionId !== '' && <VisitorLink name="session" id={sessionId} />}
          <Sender feedback={feedback} />
        </p>
      </td>
      <td className={`clip ${css.error}`}>
        <About feedback={feedback} tabIndex={roving.tabIndexOf(index)} />
      </td>
      <td className={`clip ${css.service}`}>
        <ServiceName name={service} />
        {release !== '' && (
          <small>
            <UntrustedCode text={release} />
          </small>
        )}
      </td>
      <td className={`num ${css.time}`}>
        <AgoOrInstant at={at} />
      </td>
    </tr>
  )
}

function About({ feedback, tabIndex }: { feedback: Feedback; tabIndex: number }) {
  const { issueId, digest, type, message } = feedback
  if (issueId !== null)
    return (
      <Link
        to="/issues/$id"
        params={{ id: issueId }}
        search={{ event: digest ?? undefined }}
        className="row-link clip"
        tabIndex={tabIndex}
      >
        <ErrorTitle type={type ?? ''} message={message ?? ''} />
      </Link>
    )
  if (digest === null) return <span className="faint">no error</span>
  return (
    <span className="faint" title="It may be older than the retention period, or not have arrived.">
      <UntrustedCode text={digest} />, not stored
    </span>
  )
}
