/** A part of a sentence; a code is a setting, a right, a host or the name of a bucket. */
export type MessagePart = { text: string; isCode: boolean }

/** Whatever a code can be made of; the name of a bucket stands between curly quotes. */
const WORD = /([\w@.:-]+|“[a-z0-9.-]+”)/
/** Settings and rights; hosts, and hosts with a port. A point or a colon behind them is the sentence's own. */
const CODE = /^(“.*”|[A-Z0-9]+(?:_[A-Z0-9]+)+|s3:\w+|[\w@-]+(?:\.[\w-]+)+(?::\d+)?|[\w-]+:\d+)([.:]*)$/

/** Splits a server message into text and codes. */
export function messageParts(sentence: string): MessagePart[] {
  const parts = sentence.split(WORD).flatMap((word): MessagePart[] => {
    const [, code, rest = ''] = CODE.exec(word) ?? []
    return code === undefined
      ? [{ text: word, isCode: false }]
      : [
          { text: code, isCode: true },
          { text: rest, isCode: false },
        ]
  })
  return parts.filter(({ text }) => text !== '')
}
