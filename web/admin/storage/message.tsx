import { Fragment, type ReactNode } from 'react'
import { messageParts } from './message-parts.ts'

/** A message of the server as a sentence, with codes in monospace. */
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
