import { vi } from 'vitest'

/** Long for a busy machine, and less than the 30 s after which the outbox looks by itself: a wake that is missing is seen. */
const PATIENCE = { timeout: 20_000 }
const IS_PATIENT = Symbol.for('patient waits')

/** Gives every wait that names no limit one that a busy machine keeps: it is a second otherwise, and vitest has no setting. */
function beginPatience(): void {
  const { waitFor, waitUntil } = vi
  const patient = (options: Parameters<typeof waitFor>[1] = {}) =>
    typeof options === 'number' ? options : { ...PATIENCE, ...options }
  vi.waitFor = (check, options) => waitFor(check, patient(options))
  vi.waitUntil = (check, options) => waitUntil(check, patient(options))
  Object.assign(vi, { [IS_PATIENT]: true })
}

// It runs before each file of a worker.
if (!(IS_PATIENT in vi)) beginPatience()
