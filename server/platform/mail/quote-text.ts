import { unixLines } from '../../../contract/wire/text-rules.ts'

/**
 * What one person wrote, in a mail of the program to another: each line stands behind `> `, as in answers to mails (RFC 3676, 4.5), and
 * the card shows it as it was written. Without that, a line such as `Sign in: https://...` would become a link of ours with these words.
 */
export function quoteText(text: string): string {
  return unixLines(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}
