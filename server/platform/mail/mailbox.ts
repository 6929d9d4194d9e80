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

/** Subdomain addressing: mail to any name at `victim.fastmail.com` is mail to `victim@fastmail.com`. */
const FASTMAIL_SUBDOMAIN = /^([^.]+)\.(fastmail\.(?:com?\.)?[a-z]{2,3}|sent\.com)$/

/**
 * The mailbox that mail to an address arrives in, as far as an address tells it: without case, without a tag (RFC 5233), and
 * without dots, hyphens and underscores, which some providers ignore. A stranger could make up any number of such spellings. Two
 * mailboxes that are taken for one share a limit, and no more.
 */
export function mailboxOf(address: string): string {
  const lower = address.toLowerCase()
  const at = lower.lastIndexOf('@')
  const written = [lower.slice(0, at), lower.slice(at + 1).replace(/\.$/, '')] as const
  const [local = '', domain = ''] = FASTMAIL_SUBDOMAIN.exec(written[1])?.slice(1) ?? written
  const tag = local.indexOf('+', 1)
  const untagged = tag > 0 ? local.slice(0, tag) : local
  // A name of separators only stays as it is: without them all such names of a domain would be one mailbox.
  const name = untagged.replaceAll(/[._-]/g, '') || untagged
  return `${name}@${YANDEX.test(domain) ? 'yandex.ru' : (SAME_DOMAIN.get(domain) ?? domain)}`
}
