/* Runs in the page: WebDriver Classic reports neither console messages nor content security policy violations. */

type Noting = { recordedViolations?: string[] }

/** Notes errors of the page from now on; nothing where that is done already. */
export function recordViolations(): void {
  const page: Noting = window as Noting
  if (page.recordedViolations) return
  const noted: string[] = []
  page.recordedViolations = noted
  const log = console.error
  console.error = (...words: unknown[]) => {
    noted.push(words.join(' '))
    log(...words)
  }
  addEventListener('error', ({ message }) => noted.push(message))
  addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    noted.push(`${violatedDirective} refuses ${blockedURI}`),
  )
}

/** Gives what was noted since the last time. */
export function takeViolations(): string[] {
  return (window as Noting).recordedViolations?.splice(0) ?? []
}
