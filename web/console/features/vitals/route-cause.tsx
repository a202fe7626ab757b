// What most of INP or LCP of a route is spent on: "INP 312 ms: 71 % in `priceOf` (src/totals.ts:42)".
import type { InpPhase, LcpPhase, VitalCause, VitalScript } from '../../../../contract/vitals.ts'
import { formatPercent, pluralize } from '../../format/format-number.ts'
import { plainText, UntrustedCode } from '../../ui/untrusted-text.tsx'
import { formatVital } from './vital-names.ts'
import css from './vitals.module.css'

const PHASES: Record<InpPhase | LcpPhase, { name: string; title: string }> = {
  input_delay: { name: 'input delay', title: 'Until the page could begin with the interaction' },
  processing: { name: 'processing', title: 'In the listeners of the page' },
  presentation: { name: 'presentation', title: 'After the listeners, until the next frame was painted' },
  time_to_first_byte: { name: 'time to first byte', title: 'Until the server responded' },
  load_delay: {
    name: 'load delay',
    title: 'After the response, until the file of the element was requested',
  },
  load_duration: { name: 'load duration', title: 'The file of the element was loading' },
  render_delay: { name: 'render delay', title: 'After that, until the element was painted' },
}

export function RouteCause({ cause }: { cause: VitalCause }) {
  const { name, p75, views, phase, script, element, url } = cause
  const title = `p75 of ${pluralize(views, 'view')} with this element`
  return (
    <small className={css.cause}>
      <span title={title}>
        {name} {formatVital(name, p75)}:
      </span>{' '}
      {script ? <Script script={script} views={views} /> : <Phase {...phase} />}
      {script && <> · {PHASES[phase.name].name}</>}
      {element && (
        <>
          {' '}
          · <UntrustedCode text={element} />
        </>
      )}
      {url && (
        <>
          {' '}
          ·{' '}
          <span title={plainText(url)}>
            <UntrustedCode text={fileOf(url)} />
          </span>
        </>
      )}
    </small>
  )
}

function Phase({ name, share }: VitalCause['phase']) {
  return (
    <span title={PHASES[name].title}>
      {formatPercent(Math.round(share * 100), 100)} {PHASES[name].name}
    </span>
  )
}

/** `views`: of the cause. The share is of the views whose browser names scripts. */
function Script({ script, views }: { script: VitalScript; views: number }) {
  const { function: name, file, line, isMapped, share } = script
  const position = `${isMapped ? file : fileOf(file)}${line === undefined ? '' : `:${line}`}`
  const notes = [
    !isMapped && `${plainText(file)}, without a source map`,
    script.views < views && `of the ${pluralize(script.views, 'view')} whose browser names scripts`,
  ].filter(Boolean)
  return (
    <span title={notes.join('; ') || undefined}>
      {formatPercent(Math.round(share * 100), 100)} in{' '}
      {name === '' ? (
        <UntrustedCode text={position} />
      ) : (
        <>
          <UntrustedCode text={name} /> (<UntrustedCode text={position} />)
        </>
      )}
    </span>
  )
}

/** The name of a file without its folders. */
function fileOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1) || address
}
