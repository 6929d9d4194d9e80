import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { openWhenLoaded } from '../toast/open-when-loaded.ts'
import { Tooltip } from '../tooltip.tsx'
import { useKeys } from './use-keys.ts'

const List = lazyPart(async () => (await import('./key-list.tsx')).KeyList)

/** The button that lists the keys of the screen, and the key `?` that presses it. */
export function KeyListButton({ className }: { className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => openWhenLoaded('The list of keys', List.preload, () => setOpen(true))
  useKeys({ '?': { label: 'Show this list', run: open } })
  return (
    <>
      <Tooltip words="Keys (?)">
        <Button tone="quiet" aria-label="Keys" className={className} onClick={open}>
          <Keyboard aria-hidden="true" className="size-5" />
        </Button>
      </Tooltip>
      {isOpen && <List.View onClose={() => setOpen(false)} />}
    </>
  )
}
