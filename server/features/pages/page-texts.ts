import {
  DEFAULT_SITE_TEXTS,
  LEGAL_PAGES,
  type PageTexts,
  RETENTION_WITHOUT_MAIL,
  type SiteTexts,
} from '../../../contract/site/site-texts.ts'

/**
 * What every page gets of the texts that owners edit: not the long ones, only whether there is a page for them.
 * @param sendsMail whether a mail server is configured
 */
export function presentPageTexts({ privacy, terms, ...texts }: SiteTexts, sendsMail: boolean): PageTexts {
  const pages = { privacy, terms }
  const isPromised = sendsMail || texts.retention !== DEFAULT_SITE_TEXTS.retention
  return {
    ...texts,
    retention: isPromised ? texts.retention : RETENTION_WITHOUT_MAIL,
    legalPages: LEGAL_PAGES.filter((page) => pages[page] !== ''),
  }
}
