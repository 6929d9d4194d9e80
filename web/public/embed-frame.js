// Tells the page around the embedded list how high the list is: only a page of the sites in the settings, and only after
// it has asked.
const allowed = (document.body.dataset.sites ?? '').split(' ')
let site

function sendHeight() {
  if (site) parent.postMessage({ type: 'wellhead-height', height: document.body.getBoundingClientRect().height }, site)
}

addEventListener('message', ({ origin, source, data }) => {
  if (source !== parent || !allowed.includes(origin) || data?.type !== 'wellhead-embed') return
  site = origin
  document.documentElement.dataset.embedded = ''
  sendHeight()
})
new ResizeObserver(sendHeight).observe(document.body)
