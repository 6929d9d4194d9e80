import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

type CopyButtonProps = {
  text: string
  /** What is copied, in a word or two for assistive technology. */
  what: string
  /** Filled where copying is the next step. */
  tone?: 'primary' | 'secondary'
  onCopied?: () => void
}

/** Copies a text, and says so. Where the browser denies that, the text must be there to be selected by hand. */
export function CopyButton({ text, what, tone = 'secondary', onCopied }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    // Denied, or a page without HTTPS.
    navigator.clipboard?.writeText(text).then(
      () => {
        setCopied(true)
        onCopied?.()
      },
      () => setCopied(false),
    )
  return (
    <Button tone={tone} onClick={copy}>
      {isCopied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
      {isCopied ? 'Copied' : 'Copy'}
      <span className="sr-only">{what}</span>
    </Button>
  )
}
