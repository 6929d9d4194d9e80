import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import {
  CHECKSUM_LENGTH,
  type CheckedReceipt,
  canonicalAnswers,
  canonicalField,
  canonicalText,
  type Receipt,
  SIGNED_FIELDS,
  type SignedField,
} from '../../../contract/applications/receipt.ts'
import type { GivenAnswer } from '../../../contract/jobs/question.ts'
import { type ReceiptKeys, signingKey, verifyingKey } from './receipt-keys.ts'

/** What a receipt is about, without what its key adds. */
export type ReceiptFacts = Omit<Pick<Receipt, SignedField>, 'keyId' | 'answersSha256'> & {
  answers: readonly GivenAnswer[]
}

/** What the keys alone say about a receipt. */
export type CheckedSignature =
  | { verdict: 'valid' }
  | Extract<CheckedReceipt, { verdict: 'altered' | 'other_installation' }>

/**
 * Signs a receipt. The same facts and key always give the same receipt.
 * @param key the private key of `keys`: making it takes as long as signing
 */
export function signReceipt(
  { answers, ...facts }: ReceiptFacts,
  keys: ReceiptKeys,
  key: KeyObject = signingKey(keys),
): Receipt {
  const signed = { ...facts, answersSha256: hashAnswers(answers), keyId: keys.current.id }
  return {
    ...signed,
    ...(answers.length > 0 && { answers: [...answers] }),
    checksums: SIGNED_FIELDS.map((field) => checksum(field, signed)).join(''),
    signature: sign(null, Buffer.from(canonicalText(signed)), key).toString('base64url'),
  }
}

/**
 * Checks a receipt. Its signature decides; its checksums, which anyone can make, only tell an honest holder which field was
 * altered on the way.
 */
export function checkSignature(receipt: Receipt, keys: ReceiptKeys): CheckedSignature {
  const key = verifyingKey(keys, receipt.keyId)
  const { answers, answersSha256 } = receipt
  const hasOtherAnswers = answers !== undefined && hashAnswers(answers) !== answersSha256
  const differs = SIGNED_FIELDS.filter(
    (field, index) =>
      (field === 'answersSha256' && hasOtherAnswers) ||
      checksum(field, receipt) !== receipt.checksums.slice(index * CHECKSUM_LENGTH, (index + 1) * CHECKSUM_LENGTH),
  )
  // An altered key id names no key: the checksum tells it from the one of another installation.
  if (!key && !differs.includes('keyId')) return { verdict: 'other_installation' }
  const isSigned =
    key &&
    !hasOtherAnswers &&
    verify(null, Buffer.from(canonicalText(receipt)), key, Buffer.from(receipt.signature, 'base64url'))
  return isSigned ? { verdict: 'valid' } : { verdict: 'altered', differs }
}

function hashAnswers(answers: readonly GivenAnswer[]): string | null {
  return answers.length === 0 ? null : createHash('sha256').update(canonicalAnswers(answers)).digest('hex')
}

function checksum(field: SignedField, receipt: Pick<Receipt, SignedField>): string {
  return createHash('sha256').update(canonicalField(field, receipt)).digest('hex').slice(0, CHECKSUM_LENGTH)
}
