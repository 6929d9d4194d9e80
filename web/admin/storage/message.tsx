import { Fragment, type ReactNode } from 'react'
import { messageParts } from './message-parts.ts'

/** A sentence of the server, with a full stop, in which codes are set as codes. */
export function Message({ text }: { text: string }): ReactNode {
  const sentence = /[.!?…]$/.test(text) ? text : `${text}.`
  return messageParts(sentence).map(({ text: part, isCode }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by nothing but its place in the sentence
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
