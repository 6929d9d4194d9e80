import { RECEIPT_FIELD_NAMES, type Receipt, readReceipt, SIGNED_FIELDS } from '../../contract/applications/receipt.ts'
import { readKeyFile, readKeys } from '../features/receipts/key-storage.ts'
import type { ReceiptKeys } from '../features/receipts/receipt-keys.ts'
import { checkSignature } from '../features/receipts/sign-receipt.ts'
import { readSmallFile } from '../platform/company/small-file.ts'
import { readDatabase } from '../platform/database/sqlite/open-database.ts'
import { CommandFault } from '../platform/operator-faults.ts'
import { type Command, say, warn } from './run-command.ts'

/** Largest file that is read: more than the longest text with a receipt, in UTF-8. */
const MOST_BYTES = 800 * 1024

/**
 * Checks the receipt in a file with the keys of the installation, and prints it.
 * @returns the exit code: 0 when it is valid
 */
export async function checkReceiptFile(file: string, command: Command): Promise<number> {
  const receipt = readReceipt(readText(file))
  if (!receipt) throw new CommandFault(`${file} is not a receipt: neither its file, nor its link, nor a mail with it.`)
  const keys = await readInstallationKeys(command)
  if (!keys) {
    throw new CommandFault(
      'There are no keys of receipts. The first start of the server makes them; with SECRET_KEY they are in the database: set it.',
    )
  }
  const checked = checkSignature(receipt, keys)
  if (checked.verdict === 'valid') {
    sayReceipt(receipt)
    say('The receipt is valid: this installation has issued it, and it was not altered.')
    return 0
  }
  if (checked.verdict === 'other_installation') {
    warn(`The receipt is not from this installation: its key ${receipt.keyId} is not one of ours.`)
  } else {
    const differs = checked.differs.map((field) => RECEIPT_FIELD_NAMES[field]).join(', ')
    warn(`The receipt was altered after it was issued. What differs: ${differs || 'its signature'}.`)
  }
  return 1
}

function readText(file: string): string {
  try {
    return readSmallFile(file, MOST_BYTES).toString('utf8')
  } catch (error) {
    throw new CommandFault(`The receipt cannot be read: ${(error as Error).message}.`)
  }
}

async function readInstallationKeys({ dataDir, postgres, secretKey }: Command): Promise<ReceiptKeys | undefined> {
  // Without a secret key the file is enough, even if the database is lost.
  if (secretKey === null) return readKeyFile(dataDir)
  await using database = postgres
    ? await (await import('../platform/database/postgres/open-postgres.ts')).openPostgresForCommand(postgres)
    : await readDatabase(dataDir)
  // Awaited here: the database is closed when this function ends.
  return await readKeys(database.db, { dataDir, secretKey })
}

/** The values are signed by now, and JSON shows control characters as escapes. */
function sayReceipt(receipt: Receipt): void {
  for (const field of SIGNED_FIELDS) {
    say(`${RECEIPT_FIELD_NAMES[field].padEnd(22)}${JSON.stringify(receipt[field]) ?? ''}`)
  }
  for (const { question, answer } of receipt.answers ?? [])
    say(`${JSON.stringify(question)}: ${JSON.stringify(answer)}`)
}
