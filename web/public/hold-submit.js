// Keeps the submission of a form that was sent before its code has loaded; the code sends it then. A file of its own
// because inline scripts are refused.
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  event.preventDefault()
  event.target.dataset.submitted = ''
})
