/** Joins lines of source into one paragraph. */
export function paragraph(...lines: string[]): string {
  return lines.join(' ')
}

/** Joins paragraphs into one text, a blank line between them. */
export function paragraphs(...parts: string[]): string {
  return parts.join('\n\n')
}
