// One log record: a line, which opens.
import { Link } from '@tanstack/react-router'
import type { LogLevel, LogRow as Log } from '../../../../contract/logs.ts'
import { formatDateTime } from '../../format/format-time.ts'
import { VisitorLink } from '../../search/visitor-link.tsx'
import { Attributes } from '../../ui/attributes.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Roving } from '../../ui/roving.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { UntrustedCode, UntrustedText } from '../../ui/untrusted-text.tsx'
import { logLine, formatBody } from './log-text.ts'
import css from './logs.module.css'

type Props = {
  log: Log
  index: number
  roving: Roving
  isOpen: boolean
  toggle: () => void
  measure: (row: HTMLElement | null) => (() => void) | undefined
}

export function LogRow({ log, index, roving, isOpen, toggle, measure }: Props) {
  const { at, level, service, body } = log
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} {...roving.rowProps(index)}>
      <td className={`num ${css.time}`}>
        <time dateTime={at} title={new Date(at).toString()}>
          {formatDateTime(at)}
        </time>
      </td>
      <td className={css.level}>
        <Level level={level} />
      </td>
      <td className={`clip ${css.service}`}>
        <ServiceName name={service} />
      </td>
      <td className={css.body}>
        <button
          type="button"
          className="bare row-link"
          aria-expanded={isOpen}
          tabIndex={roving.tabIndexOf(index)}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} small />
          <span className="clip">
            <UntrustedText text={logLine(body)} empty="(no text)" />
          </span>
        </button>
        {isOpen && <LogDetails log={log} />}
      </td>
    </tr>
  )
}

/** A record without a severity has a dash. */
export function Level({ level }: { level: LogLevel | null }) {
  return (
    <span className={css.mark} data-severity={level ?? undefined}>
      {level ?? '–'}
    </span>
  )
}

/** The whole text, where it leads to, and the attributes. */
export function LogDetails({ log }: { log: Log }) {
  const { body, attributes, traceId, spanId } = log
  const text = formatBody(body)
  const digest = attributes['errata.digest']
  const session = attributes['session.id']
  const user = attributes['user.id']
  return (
    <div className={css.details}>
      <div className={css.whole}>
        {/* oxlint-disable-next-line no-noninteractive-tabindex -- scrolls, so keys must reach it */}
        <p className={`long-text ${css.text}`} tabIndex={0}>
          <UntrustedText text={text} empty="(no text)" />
        </p>
        <CopyButton text={body} label="Copy the text" />
      </div>
      <p className={`controls ${css.links}`}>
        {traceId !== '' && (
          <Link
            className="button small"
            to="/traces/$traceId"
            params={{ traceId }}
            search={{ span: spanId || undefined }}
          >
            <Icon name="net" small /> Trace <code>{traceId.slice(0, 8)}</code>
          </Link>
        )}
        {digest && (
          <Link className="button small" to="/d/$digest" params={{ digest }}>
            <Icon name="alert" small /> Event <code>{digest}</code>
          </Link>
        )}
        {user && (
          <span>
            User <VisitorLink name="user" id={user} />
          </span>
        )}
        {session && (
          <span>
            Session <VisitorLink name="session" id={session} />
          </span>
        )}
        {spanId !== '' && (
          <span className="faint">
            span <UntrustedCode text={spanId} />
          </span>
        )}
      </p>
      <Attributes label="Attributes of the record" values={attributes} />
    </div>
  )
}
