// A button without visible text. Its title has the label and the shortcut.
import { Icon, type IconName } from './icon.tsx'

type Props = { icon: IconName; label: string; shortcut?: string; className?: string; onClick: () => void }

export function IconButton({ icon, label, shortcut, className = '', onClick }: Props) {
  const title = shortcut ? `${label} (${shortcut})` : label
  return (
    <button
      type="button"
      className={`only-icon ${className}`}
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
