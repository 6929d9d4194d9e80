import type { ApplicationRow, Db } from '../../platform/database/tables.ts'
import type { KeyedHash } from '../../platform/http/client-address.ts'

/** What makes and checks tags: a secret of the installation, and the address for replies. */
export type ReplyTags = { hash: KeyedHash; address: string }

/** Hexadecimal digits of the hash in a tag: 80 bits, which nobody guesses by sending mail. */
const HASH_LENGTH = 20
const TAG = /^(?<id>[1-9]\d{0,9})-(?<hash>[\da-f]{20})$/

/** The address for replies about one application, such as `careers+43-0123456789abcdef0123@example.com`. */
export async function taggedAddress(db: Db, applicationId: number, { hash, address }: ReplyTags): Promise<string> {
  const [local, domain] = divide(address)
  return `${local}+${applicationId}-${await hashOf(db, applicationId, hash)}@${domain}`
}

/** The application that one of some addresses names with a true tag. */
export async function applicationIn(
  db: Db,
  addresses: readonly string[],
  { hash, address }: ReplyTags,
): Promise<Pick<ApplicationRow, 'id' | 'email'> | undefined> {
  const [local, domain] = divide(address.toLowerCase())
  for (const each of addresses) {
    if (!each.startsWith(`${local}+`) || !each.endsWith(`@${domain}`)) continue
    const { id = '', hash: sent = '' } = TAG.exec(each.slice(local.length + 1, -domain.length - 1))?.groups ?? {}
    if (id === '' || Number(id) > 2_147_483_647 || (await hashOf(db, Number(id), hash)) !== sent) continue
    const found = db.selectFrom('applications').select(['id', 'email']).where('id', '=', Number(id))
    const application = await found.executeTakeFirst()
    if (application) return application
  }
  return undefined
}

async function hashOf(db: Db, applicationId: number, hash: KeyedHash): Promise<string> {
  return (await hash(db, 'reply-tag', String(applicationId))).slice(0, HASH_LENGTH)
}

function divide(address: string): [string, string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}
