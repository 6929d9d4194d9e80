/** A whole web address without spaces, or null. Without its two slashes, an address leads into our own site. */
export function parseWebAddress(text: string): URL | null {
  return /^https?:\/\/\S+$/i.test(text) ? URL.parse(text) : null
}

/** A host with a dot, and what may follow it: an address as people write it. */
const WITHOUT_SCHEME = /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?(?:[/?#]\S*)?$/u

/** A web address that was written without its scheme, with `https://`; every other text unchanged. */
export function withScheme(text: string): string {
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : text
}

/** Whether an address has a username or password: the part before an @ could pass for the site that it leads to. */
export function hidesHost({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}
