import { Fragment, type ReactNode } from 'react'

/** A message of the server as a sentence, with codes in monospace. */
export function ServerSentence({ text }: { text: string }): ReactNode {
  const sentence = /[.!?…]$/.test(text) ? text : `${text}.`
  return sentenceParts(sentence).map(({ text: part, isCode }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by nothing but its position in the sentence
    <Fragment key={index}>{isCode ? <Code text={part} /> : part}</Fragment>
  ))
}

function Code({ text }: { text: string }) {
  if (!text.startsWith('“')) return <code className="font-mono text-sm wrap-anywhere">{text}</code>
  return (
    <>
      “<code className="font-mono text-sm wrap-anywhere">{text.slice(1, -1)}</code>”
    </>
  )
}

/** A part of a sentence; a code is a setting, a right, a host or the name of a bucket. */
type SentencePart = { text: string; isCode: boolean }

/** What a code can be made of; the name of a bucket stands between curly quotes. */
const WORD = /([\w@.:-]+|“[a-z0-9.-]+”)/
/** Settings and rights; hosts, and hosts with a port. A point or a colon behind them is the sentence's own. */
const CODE = /^(“.*”|[A-Z0-9]+(?:_[A-Z0-9]+)+|s3:\w+|[\w@-]+(?:\.[\w-]+)+(?::\d+)?|[\w-]+:\d+)([.:]*)$/

/** A sentence in pieces, with its codes apart. */
export function sentenceParts(sentence: string): SentencePart[] {
  const parts = sentence.split(WORD).flatMap((word): SentencePart[] => {
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
