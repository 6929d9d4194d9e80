/**
 * Reads the file name out of a `Content-Disposition` header: `filename*` (RFC 8187) before `filename`.
 * @returns undefined where the header names none
 */
export function fileNameOf(header: string | null): string | undefined {
  if (!header) return undefined
  return extendedName(header) ?? plainName(header)
}

function extendedName(header: string): string | undefined {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (!encoded) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

function plainName(header: string): string | undefined {
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]
  if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, '$1') || undefined
  return /filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1]
}
