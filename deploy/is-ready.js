// Asks this machine's Wellhead whether it can serve, for Docker and systemd. Exit code 0: it can.
// `--wait SECONDS` asks until it can, or the time is up, and then lets a proxy take it up again before another process
// is stopped. Plain JavaScript: it is to cost little, and runs often.
const { HOST = '', PORT } = process.env
const ALL_ADDRESSES = ['', '0.0.0.0', '::']
const host = ALL_ADDRESSES.includes(HOST) ? '127.0.0.1' : HOST
const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/readyz`
const waitMs = process.argv[2] === '--wait' ? Number(process.argv[3]) * 1000 : 0
const EVERY_MS = 250
const ANSWER_WITHIN_MS = 4_000
// Longer than the fail_timeout of nginx/upstream.conf.
const TAKEN_UP_MS = 3_000

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function isReady() {
  const options = { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }
  return fetch(address, options).then(
    ({ ok }) => ok,
    () => false,
  )
}

const until = performance.now() + waitMs
let ready = await isReady()
while (!ready && performance.now() < until) {
  await wait(EVERY_MS)
  ready = await isReady()
}
if (ready && waitMs > 0) await wait(TAKEN_UP_MS)
process.exitCode = ready ? 0 : 1
