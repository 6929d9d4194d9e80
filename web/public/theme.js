// Runs before the first paint so that a chosen theme never flashes; a separate file because inline scripts are refused.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be switched off: the system's setting then decides.
}
