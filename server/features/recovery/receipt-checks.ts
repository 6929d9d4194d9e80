import type { VerifiedReceipt } from '../../../contract/applications/application.ts'
import {
  type CheckedReceipt,
  RECEIPT_FIELD_NAMES,
  type Receipt,
  readReceipt,
} from '../../../contract/applications/receipt.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { findReceiptOriginal } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import type { CheckedSignature } from '../receipts/sign-receipt.ts'

/** Checks a receipt: its signature, and for a valid one whether its application is still stored. */
export async function checkReceipt(
  { db, receipts }: Pick<Services, 'db' | 'receipts'>,
  receipt: Receipt,
): Promise<CheckedReceipt> {
  const checked = await receipts.check(db, receipt)
  if (checked.verdict !== 'valid') return checked
  return { verdict: 'valid', isStored: (await findReceiptOriginal(db, receipt)) !== undefined }
}

/**
 * Requires that the receipt of a resubmission is valid.
 * @param encoded as in its link
 * @throws {RequestError} `receipt_refused`, with what differs
 */
export async function requireValidReceipt(
  { db, receipts }: Pick<Services, 'db' | 'receipts'>,
  encoded: string,
): Promise<{ receipt: Receipt; verified: Omit<VerifiedReceipt, 'findings'> }> {
  const receipt = readReceipt(encoded)
  if (!receipt) throw refused('it cannot be read')
  const checked = await receipts.check(db, receipt)
  if (checked.verdict !== 'valid') throw refused(reasonOf(checked))
  const originalId = (await findReceiptOriginal(db, receipt)) ?? null
  return { receipt, verified: { reference: receipt.reference, originalId } }
}

function reasonOf(checked: Exclude<CheckedSignature, { verdict: 'valid' }>): string {
  if (checked.verdict === 'other_installation') return 'it was issued by another site than this one'
  const differs = checked.differs.map((field) => RECEIPT_FIELD_NAMES[field]).join(', ')
  return `it was altered after it was issued (${differs || 'its signature'})`
}

function refused(reason: string): RequestError {
  return new RequestError(
    'receipt_refused',
    `The receipt was not accepted: ${reason}. Remove it to send the form without a receipt.`,
  )
}
