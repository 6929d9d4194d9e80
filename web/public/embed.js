// Shows the open positions in a page of another site: <script src="https://careers.example.com/embed.js" async></script>.
// The list comes in a frame, which says how high it is (docs/decisions/0079-embedded-list.md). The block keeps the names
// away from the scripts of that page.
{
  const script = document.currentScript
  const site = new URL(script.src).origin
  const frame = document.createElement('iframe')
  frame.title = script.dataset.title ?? 'Open positions'
  const theme = script.dataset.theme ?? 'light'
  frame.src = `${site}/embed?theme=${encodeURIComponent(theme)}`
  Object.assign(frame.style, { display: 'block', width: '100%', height: '400px', border: '0' })
  // A frame is transparent only where its scheme is that of its element.
  if (theme !== 'auto') frame.style.colorScheme = theme

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== site || source !== frame.contentWindow || data?.type !== 'wellhead-height') return
    if (data.height > 0 && data.height < 100_000) frame.style.height = `${Math.ceil(data.height)}px`
  })
  frame.addEventListener('load', () => frame.contentWindow.postMessage({ type: 'wellhead-embed' }, site))
  script.after(frame)
}
