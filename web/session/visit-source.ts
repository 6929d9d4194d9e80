import { readSource } from '../../contract/jobs/link-source.ts'
import { SOURCE_PARAMETER } from '../../contract/wire/paths.ts'

/** Keeps the first source that the address of a page has, until the tab is closed. */
export function keepSource(): void {
  const source = readSource(new URLSearchParams(location.search).get(SOURCE_PARAMETER))
  try {
    if (source) sessionStorage[SOURCE_PARAMETER] ??= source
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
