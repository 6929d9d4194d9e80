/** Gives retries of one submission the same key, so that the server stores it once. */
export type AttemptKey = {
  /** The last attempt's key while the content is unchanged, otherwise a new one. */
  keyFor: (fields: object, file: File | null) => string
  /** Makes the next attempt a new submission, as after a success. */
  renew: () => void
}

/** Starts without an attempt. */
export function createAttemptKey(): AttemptKey {
  let last: { content: string; key: string } | undefined
  return {
    keyFor(fields, file) {
      const content = JSON.stringify([fields, file?.name, file?.size, file?.lastModified])
      if (last?.content !== content) last = { content, key: randomKey() }
      return last.key
    },
    renew() {
      last = undefined
    },
  }
}

/** 128 random bits. Not `crypto.randomUUID`, which a site served over plain HTTP does not have. */
function randomKey(): string {
  return crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
}
