import { useEffect, useState } from 'react'
import { ShellIcon } from './shell-icons.tsx'

const STORAGE_ENTRY = 'theme'

const CHOICES = [
  { value: 'system', label: 'System', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const

type Theme = (typeof CHOICES)[number]['value']

/**
 * Lets a visitor overrule the system's light or dark setting; `theme.js` reads the choice before the next first paint.
 */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => setTheme(appliedTheme()), [])

  return (
    <fieldset className="inline-flex rounded-md border border-control noscript:hidden">
      <legend className="sr-only">Color theme</legend>
      {CHOICES.map(({ value, label, icon }) => (
        <label key={value} className="theme-choice" title={label}>
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => {
              applyTheme(value)
              setTheme(value)
            }}
            className="sr-only"
          />
          <ShellIcon name={icon} className="size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

function appliedTheme(): Theme {
  const applied = document.documentElement.dataset.theme
  return applied === 'light' || applied === 'dark' ? applied : 'system'
}

function applyTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_ENTRY)
    else localStorage.setItem(STORAGE_ENTRY, theme)
  } catch {
    // Storage may be switched off: the choice then lasts for this page.
  }
}
