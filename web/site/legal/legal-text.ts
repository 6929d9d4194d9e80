/** A part of a text under its heading. The part before the first heading has level 0 and none. */
export type LegalSection = { level: 0 | 1 | 2; heading: string; body: string }

const HEADING = /^(##?) +(\S.*)$/

/** Reads plain text into sections: a line that starts with `# ` is a heading, with `## ` one below it. */
export function readLegalText(text: string): LegalSection[] {
  const sections: LegalSection[] = []
  let lines: string[] = []
  let current: Omit<LegalSection, 'body'> = { level: 0, heading: '' }
  const end = () => {
    const body = lines.join('\n').trim()
    if (current.level > 0 || body !== '') sections.push({ ...current, body })
    lines = []
  }
  for (const line of text.split(/\r?\n/)) {
    const [, marks, heading] = HEADING.exec(line) ?? []
    if (marks === undefined || heading === undefined) {
      lines.push(line)
      continue
    }
    end()
    current = { level: marks.length === 1 ? 1 : 2, heading: heading.trim() }
  }
  end()
  return sections
}
