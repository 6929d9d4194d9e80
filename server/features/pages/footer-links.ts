import type { PageData } from '../../../contract/site/page-data.ts'
import type { LegalPage } from '../../../contract/site/site-texts.ts'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'

const LEGAL: Record<LegalPage, string> = { privacy: 'Privacy Policy', terms: 'Terms of Service' }

/**
 * The links of the footer. They travel with the page, so that none of them is in its scripts.
 * @param legalPages those that exist; the others have a link without an address
 */
export function footerLinks(legalPages: readonly LegalPage[], isPromisePublic: boolean): PageData['links'] {
  const legal = (page: LegalPage) => ({ name: LEGAL[page], ...(legalPages.includes(page) && { href: PAGE[page] }) })
  return [
    legal('privacy'),
    legal('terms'),
    { name: 'Careers', href: `${PAGE.landing}#${ANCHOR.careers}` },
    { name: 'Contact', href: `${PAGE.landing}#${ANCHOR.contact}` },
    ...(isPromisePublic ? [{ name: 'Our promise', href: PAGE.promise }] : []),
  ]
}
