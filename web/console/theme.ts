// Light, dark, or what the system says. A preference of this browser, so it lives in its storage.

export type Theme = 'system' | 'light' | 'dark'
const ORDER: Theme[] = ['system', 'light', 'dark']
const PREFERENCE = 'errata.theme'

export function readTheme(): Theme {
  return ORDER.find((theme) => theme === localStorage.getItem(PREFERENCE)) ?? 'system'
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
  return ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'system'
}
