import { Fragment, type ReactNode } from 'react'

/** Settings, rights and the name of a bucket, which stands between curly quotes; then hosts, and hosts with a port. */
const CODES = /([A-Z0-9]+(?:_[A-Z0-9]+)+|s3:\w+|“[a-z0-9.-]{3,63}”|[\w@-]+(?:\.[\w-]+)+(?::\d+)?|[\w-]+:\d+)/

/** A sentence of the server, with a full stop, in which codes are set as codes. */
export function Message({ text }: { text: string }): ReactNode {
  const sentence = /[.!?…]$/.test(text) ? text : `${text}.`
  // What a pattern with a group splits off stands at every second place.
  const parts = sentence.split(CODES).map((part, place) => ({ part, place, isCode: place % 2 === 1 }))
  return parts.map(({ part, place, isCode }) => <Fragment key={place}>{isCode ? <Code text={part} /> : part}</Fragment>)
}

function Code({ text }: { text: string }) {
  if (!text.startsWith('“')) return <code className="font-mono text-sm wrap-anywhere">{text}</code>
  return (
    <>
      “<code className="font-mono text-sm wrap-anywhere">{text.slice(1, -1)}</code>”
    </>
  )
}
