import { useEffect, useState } from 'react'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { onRefused } from '../../api/send-authorized.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** Only a person who has signed in a while ago needs it. */
const IdentityDialog = lazyPart(async () => (await import('./identity-dialog.tsx')).IdentityDialog)

const CONFIRMATION_NEEDED: ErrorCode = 'confirmation_needed'

/** Takes whether the person has confirmed or given up, which the requests that wait for it go on with. */
type End = (outcome: boolean | 'given up') => void

/**
 * Asks who it is where the server wants to know again, for every request of the admin area. Requests of the same time share one
 * question; each is then sent again, or fails without a word.
 */
export function IdentityQuestion() {
  const [end, setEnd] = useState<End | null>(null)
  useEffect(() => {
    let answer: Promise<boolean | 'given up'> | undefined
    let settle: End | undefined
    const end: End = (outcome) => {
      settle?.(outcome)
      answer = undefined
      setEnd(null)
    }
    onRefused(async (refused) => {
      if (!(await refused.text()).includes(CONFIRMATION_NEEDED)) return false
      answer ??= new Promise((resolve) => {
        settle = resolve
        // Without the dialog the request fails as it was refused, which says why.
        IdentityDialog.preload().then(
          () => setEnd(() => end),
          () => end(false),
        )
      })
      return answer
    })
    return () => {
      onRefused(undefined)
      end(false)
    }
  }, [])
  return end && <IdentityDialog.View onConfirmed={() => end(true)} onClose={() => end('given up')} />
}
