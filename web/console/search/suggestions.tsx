// The list under a search box. The box has the focus and handles the keys.
import { formatCount, formatPercent } from '../format/format-number.ts'
import type { Suggestion } from './suggestion-groups.ts'
import { ShareBar } from './facets/facets.tsx'
import { UntrustedText } from '../ui/untrusted-text.tsx'
import type { SuggestionState } from './use-suggestions.ts'
import css from './suggestions.module.css'

export function Suggestions({ suggestions }: { suggestions: SuggestionState }) {
  const { id, groups, options } = suggestions
  return (
    <div className={css.panel} onPointerDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label="Suggestions" className={css.list}>
        {groups.map(({ label, options: members }) => (
          <div key={label} role="group" aria-label={label} data-values={members[0]?.item ? '' : undefined}>
            <p aria-hidden="true">{label}</p>
            {members.map((option) => (
              <Option
                key={option.label}
                option={option}
                index={options.indexOf(option)}
                suggestions={suggestions}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={`caption line ${css.keys}`} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>tab</kbd> complete
        </span>
        <span className="wide-only">
          <kbd>enter</kbd> search
        </span>
        <span className="wide-only">
          <kbd>-</kbd> exclude
        </span>
        <span className="push wide-only">or paste a digest, trace ID, URL or stack trace</span>
      </p>
    </div>
  )
}

type OptionProps = { option: Suggestion; index: number; suggestions: SuggestionState }

function Option({ option, index, suggestions }: OptionProps) {
  const { id, chosen, accept, total, isNarrow } = suggestions
  const { label, note, item } = option
  return (
    <div
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === chosen}
      className={`option ${css.option}`}
      onClick={() => accept(option)}
    >
      <span className="clip">
        <UntrustedText text={label} />
      </span>
      {note && <small>{note}</small>}
      {item && (
        <>
          <ShareBar share={item.count / Math.max(1, total)} base={isNarrow ? item.base : undefined} />
          <small className="num wide-only">{formatCount(item.count)}</small>
          <small className="num">{formatPercent(item.count, total)}</small>
          {isNarrow && item.base !== undefined && (
            <small className={`num wide-only ${css.usual}`}>usually {formatPercent(item.base, 1)}</small>
          )}
        </>
      )}
    </div>
  )
}
