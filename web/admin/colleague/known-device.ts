/** Characters of a token that tell links apart: too few to open one. */
const NAMING = 8

const keyOf = (token: string) => `wellhead.colleague-device.${token.slice(0, NAMING)}`

/** Without storage, or when it is full, a device is known as long as the page is open. */
const ofPage = new Map<string, string>()

/** The secret by which this device has opened a link; null where it has not. */
export function readDevice(token: string): string | null {
  try {
    return localStorage.getItem(keyOf(token)) ?? ofPage.get(token) ?? null
  } catch {
    return ofPage.get(token) ?? null
  }
}

/** Remembers the secret of this device for a link. */
export function storeDevice(token: string, device: string): void {
  ofPage.set(token, device)
  try {
    localStorage.setItem(keyOf(token), device)
  } catch {
    // The page remembers it.
  }
}
