import { useEffect, useRef, useState } from 'react'
import {
  type CheckedReceipt,
  encodeReceipt,
  RECEIPT_FIELD_NAMES,
  RECEIPT_PARAMETER,
  type Receipt,
  readReceipt,
} from '../../../contract/applications/receipt.ts'
import { API } from '../../../contract/wire/paths.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** What became of the receipt that the applicant gave. */
type ReceiptState =
  | { status: 'none' }
  | { status: 'checking' }
  | { status: 'refused'; reason: string }
  | { status: 'valid'; receipt: Receipt; isStored: boolean }

/** A receipt on the recovery page. */
export type ReceiptChoice = {
  state: ReceiptState
  /** Reads and checks a receipt: a link, the text of a file or of a mail. */
  give: (text: string) => Promise<void>
  remove: () => void
  /** The valid receipt as the form sends it. */
  encoded: () => string | undefined
}

const START = `#${RECEIPT_PARAMETER}=`

/** The receipt in the address, or one that the applicant gives. @param onValid fills the form from it */
export function useReceipt(onValid: (receipt: Receipt) => void): ReceiptChoice {
  const [state, setState] = useState<ReceiptState>({ status: 'none' })
  const fill = useRef(onValid)
  fill.current = onValid

  const [give] = useState(() => async (text: string) => {
    const receipt = readReceipt(text)
    if (!receipt) return setState({ status: 'refused', reason: UNREADABLE })
    setState({ status: 'checking' })
    const next = await check(receipt)
    if (next.status === 'valid') fill.current(receipt)
    setState(next)
  })

  useEffect(() => {
    const readAddress = () => {
      if (location.hash.startsWith(START)) void give(location.hash)
    }
    readAddress()
    window.addEventListener('hashchange', readAddress)
    return () => window.removeEventListener('hashchange', readAddress)
  }, [give])

  return {
    state,
    give,
    remove: () => {
      setState({ status: 'none' })
      // A reload must not bring it back.
      if (location.hash.startsWith(START)) history.replaceState(history.state, '', location.pathname)
    },
    encoded: () => (state.status === 'valid' ? encodeReceipt(state.receipt) : undefined),
  }
}

const UNREADABLE = 'This is not a receipt. Paste its whole link, or choose the file that came with our mail.'

async function check(receipt: Receipt): Promise<ReceiptState> {
  const checked = await jsonRequest<CheckedReceipt>('POST', API.recoveryReceipt, { body: { receipt } }).catch(
    () => null,
  )
  if (checked === null) {
    return { status: 'refused', reason: 'The receipt could not be checked. Please try again in a moment.' }
  }
  if (checked.verdict === 'valid') return { status: 'valid', receipt, isStored: checked.isStored }
  return { status: 'refused', reason: reasonOf(checked) }
}

function reasonOf(checked: Exclude<CheckedReceipt, { verdict: 'valid' }>): string {
  if (checked.verdict === 'other_installation') {
    return 'This receipt was issued by another site, so we cannot check it. You can still fill in the form below.'
  }
  const differs = checked.differs.map((field) => RECEIPT_FIELD_NAMES[field]).join(', ')
  return `This receipt was altered after we issued it. What differs: ${differs || 'its signature'}. You can still fill in the form below.`
}
