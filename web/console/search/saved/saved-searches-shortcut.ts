// Opens the saved searches of a list.

/** Of the popover; its button has it with `-button`. */
export const SAVED_SEARCHES_ID = 'saved-searches'

export const SAVED_SEARCHES_SHORTCUT = {
  keys: 'S',
  label: 'saved searches',
  icon: 'star' as const,
  run: () => document.getElementById(`${SAVED_SEARCHES_ID}-button`)?.click(),
}
