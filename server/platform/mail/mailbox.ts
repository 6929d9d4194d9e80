/** Domains of one provider: mail to one name arrives in one mailbox, whichever of them the address has. */
const SAME_MAILBOXES = [
  ['gmail.com', 'googlemail.com'],
  ['icloud.com', 'me.com', 'mac.com'],
  ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
] as const

const SAME_DOMAIN = new Map<string, string>(
  SAME_MAILBOXES.flatMap(([first, ...others]) => others.map((other) => [other, first] as const)),
)

/** Yandex gives each mailbox an address in all of its domains: one for each of many countries. */
const YANDEX = /^(?:ya\.ru|narod\.ru|yandex\.(?:com?\.)?[a-z]{2,3})$/

/**
 * The mailbox that mail to an address arrives in, as far as an address tells it: without case, without a tag (RFC 5233), and
 * without dots, hyphens and underscores, which some providers ignore. A stranger could make up any number of such spellings. Two
 * mailboxes that are taken for one share a limit, and no more.
 */
export function mailboxOf(address: string): string {
  const lower = address.toLowerCase()
  const at = lower.lastIndexOf('@')
  const [local, domain] = [lower.slice(0, at), lower.slice(at + 1)]
  const tag = local.indexOf('+', 1)
  const name = (tag > 0 ? local.slice(0, tag) : local).replaceAll(/[._-]/g, '')
  return `${name}@${YANDEX.test(domain) ? 'yandex.ru' : (SAME_DOMAIN.get(domain) ?? domain)}`
}
