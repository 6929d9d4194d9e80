/** A parameter of the header (RFC 6266): its name, and its value in quotes or without. */
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

/**
 * Reads the file name out of a `Content-Disposition` header: `filename*` (RFC 8187) before `filename`.
 * @returns undefined where the header names none
 */
export function fileNameOf(header: string | null): string | undefined {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, token = ''] of (header ?? '').matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? token)
  }
  return extendedValue(parameters.get('filename*') ?? '') || parameters.get('filename') || undefined
}

function extendedValue(value: string): string | undefined {
  const [charset = '', , encoded = ''] = value.split("'")
  if (charset.toLowerCase() !== 'utf-8') return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
