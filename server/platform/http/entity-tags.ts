/**
 * Whether the caller has an answer already, by its `If-None-Match` header. Compares as RFC 9110 section 13.1.2 asks: a
 * list, where a mark of weakness does not count.
 */
export function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map(opaque)
  return known.includes(opaque(etag)) || known.includes('*')
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
