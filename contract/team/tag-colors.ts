/** The colors of tags. Each reads in both themes: `tags.css` has a pair for each. */
export const TAG_COLORS = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const

/** A color of a tag. */
export type TagColor = (typeof TAG_COLORS)[number]
