import { SOURCE_PARAMETER } from '../../contract/wire/paths.ts'

/**
 * Keeps the source in the address of the first page of a visit that has one, until the tab is closed. The server says what
 * is a source.
 */
export function keepSource(): void {
  const source = new URLSearchParams(location.search).get(SOURCE_PARAMETER)
  try {
    if (source) sessionStorage[SOURCE_PARAMETER] ??= source.slice(0, 99)
  } catch {
    // Without storage the source stays unknown.
  }
}

/** The source of this visit as its link had it; undefined without one. */
export function keptSource(): string | undefined {
  try {
    return sessionStorage[SOURCE_PARAMETER]
  } catch {
    return undefined
  }
}
