/** The stored text of a file; `failed` when a parser cannot read it, `unsupported` when it needs a password. */
export type ExtractedText = {
  state: 'extracted' | 'empty' | 'failed' | 'unsupported'
  text: string
  /** Null where the file has no pages, or they are not known. */
  pages: number | null
  isTruncated: boolean
}

/** A text without content: why there is none. */
export function withoutText(state: Exclude<ExtractedText['state'], 'extracted'>, pages: number | null = null) {
  return { state, text: '', pages, isTruncated: false }
}
