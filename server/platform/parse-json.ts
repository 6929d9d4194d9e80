/**
 * Parses text that may not be JSON.
 * @returns undefined then: the parser's error would quote the text, which may hold a private key
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
