// The colour theme: light, dark, or the system's. It is a preference of this browser, in localStorage.

export type Theme = 'system' | 'light' | 'dark'
const THEMES: Theme[] = ['system', 'light', 'dark']
const PREFERENCE = 'errata.theme'

export function readTheme(): Theme {
  return THEMES.find((theme) => theme === localStorage.getItem(PREFERENCE)) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function saveTheme(theme: Theme): void {
  localStorage.setItem(PREFERENCE, theme)
  applyTheme(theme)
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
}
