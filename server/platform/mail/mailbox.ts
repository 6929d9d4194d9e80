/** Domains of one provider: mail to both arrives in one mailbox. */
const SAME_DOMAIN = new Map([['googlemail.com', 'gmail.com']])

/**
 * The mailbox that mail to an address arrives in, as far as an address tells it: without case, without a tag (RFC 5233), and
 * without dots, which some providers ignore. A stranger could make up any number of such spellings. Two mailboxes that are
 * taken for one share a limit, and no more.
 */
export function mailboxOf(address: string): string {
  const lower = address.toLowerCase()
  const at = lower.lastIndexOf('@')
  const [local, domain] = [lower.slice(0, at), lower.slice(at + 1)]
  const tag = local.indexOf('+', 1)
  const name = (tag > 0 ? local.slice(0, tag) : local).replaceAll('.', '')
  return `${name}@${SAME_DOMAIN.get(domain) ?? domain}`
}
