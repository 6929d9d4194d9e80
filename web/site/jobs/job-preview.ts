import { parseDescription, SECTION_TITLES } from '../../../contract/job-description.ts'
import { CARD_PREVIEW_LENGTH } from '../../../contract/limits.ts'

/**
 * The start of a posting's text for its card, without section headings, on one line.
 * @returns at most `CARD_PREVIEW_LENGTH` characters, plus `...` only when something was cut
 */
export function previewOf(description: string): string {
  const sections = parseDescription(description)
  const text = SECTION_TITLES.map((title) => sections[title])
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // Whole characters: cutting by code unit could halve one.
  const characters = [...text]
  if (characters.length <= CARD_PREVIEW_LENGTH) return text
  return `${characters.slice(0, CARD_PREVIEW_LENGTH).join('').trimEnd()}...`
}
