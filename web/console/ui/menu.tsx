// A menu that a button with `popoverTarget` opens: actions by their labels.

type Props = { id: string; label: string; actions: Record<string, () => void> }

export function Menu({ id, label: name, actions }: Props) {
  return (
    <menu id={id} popover="auto" aria-label={name}>
      {Object.entries(actions).map(([label, run]) => (
        <li key={label}>
          <button
            type="button"
            onClick={({ currentTarget }) => {
              // The focus returns before the action, which may remove the button that opened the menu.
              currentTarget.closest('menu')?.hidePopover()
              run()
            }}
          >
            {label}
          </button>
        </li>
      ))}
    </menu>
  )
}
