/**
 * Reads where the next page starts out of a `Link` header (RFC 8288).
 * @returns null on the last page
 */
export function nextCursorOf(header: string | null): string | null {
  const links = [...(header ?? '').matchAll(/<([^<>]*)>([^<]*)/g)]
  const address = links.find(([, , parameters = '']) => /;\s*rel="?next\b/i.test(parameters))?.[1]
  if (address === undefined) return null
  return new URLSearchParams(address.slice(address.indexOf('?') + 1)).get('cursor')
}
