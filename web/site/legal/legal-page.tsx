import type { LegalPage } from '../../../contract/site/site-texts.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { BackToJobs } from '../../layout/back-to-jobs.tsx'
import type { PageModule } from '../../layout/page.ts'
import { servedPage } from '../../layout/served-page.tsx'
import { TextBlocks } from '../../ui/text/prose.tsx'
import { NotFound, PAGE_NOT_FOUND } from '../not-found/not-found-page.tsx'
import { findLinks } from './legal-links.ts'
import { readLegalText } from './legal-text.ts'

/** The page of the privacy policy. */
export const privacy = legalPage('privacy', 'Privacy Policy')

/** The page of the terms of service. */
export const terms = legalPage('terms', 'Terms of Service')

/** A page whose whole text owners edit. Without a text there is no page. */
function legalPage(page: LegalPage, name: string): PageModule {
  return servedPage<string>({
    path: PAGE[page],
    title: (text) => (text === null ? PAGE_NOT_FOUND : name),
    head: ({ company }) => ({ description: `${name} of the careers site of ${company.name}.`, isIndexed: true }),
    Body: ({ title, served: text }) => (text === null ? <NotFound /> : <LegalText title={title} text={text} />),
  })
}

function LegalText({ title, text }: { title: string; text: string }) {
  return (
    <article className="wrap grid gap-x-6 pt-6 md:pt-10 lg:grid-cols-12">
      <BackToJobs className="mb-4 lg:col-span-full" />
      <h1 className="text-3xl text-balance lg:col-span-4">{title}</h1>
      <div className="min-w-0 [&>:first-child]:mt-5 lg:col-span-7 lg:col-start-5 lg:[&>:first-child]:mt-2">
        {readLegalText(text).map(({ level, heading, body }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
          <section key={index} className="mt-8">
            {level === 1 && <h2 className="mb-3 text-lg">{heading}</h2>}
            {level === 2 && <h3 className="mb-2 font-semibold text-base">{heading}</h3>}
            <TextBlocks text={body} show={showLinks} />
          </section>
        ))}
      </div>
    </article>
  )
}

/** Words with their web and email addresses as links. */
function showLinks(words: string) {
  return findLinks(words).map(({ text, address }, index) =>
    address === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
      <a key={index} href={address} rel="noopener noreferrer nofollow">
        {text}
      </a>
    ),
  )
}
