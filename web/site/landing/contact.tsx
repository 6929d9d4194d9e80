import type { ReactNode } from 'react'
import { ANCHOR } from '../../../contract/wire/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { EmailAddress } from '../../ui/text/email-address.tsx'

/** Who to talk to: founder, office phone, email, website. */
export function Contact() {
  const { company } = usePageData()
  return (
    <section
      id={ANCHOR.contact}
      aria-labelledby="contact-title"
      className="wrap scroll-mt-[80px] grid gap-4 md:gap-5 lg:grid-cols-12 lg:gap-6"
    >
      <div className="lg:col-span-4">
        <h2 id="contact-title" className="text-2xl">
          Talk to us
        </h2>
        <p className="measure mt-3 md:mt-4">{company.landing.contact}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 lg:gap-x-6 lg:col-span-7 lg:col-start-6">
        <Entry name="Founder and CEO">{company.founder}</Entry>
        <Entry name="Office phone">
          <a href={`tel:${company.phone.replaceAll(/[^+\d]/g, '')}`}>{company.phone}</a>
        </Entry>
        <Entry name="Email">
          <a href={`mailto:${company.email}`}>
            <EmailAddress address={company.email} />
          </a>
        </Entry>
        <Entry name="Website">
          <a href={company.website} rel="noopener">
            {new URL(company.website).host}
          </a>
        </Entry>
      </dl>
    </section>
  )
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line border-t pt-2 md:py-4">
      <dt className="text-ink-muted text-sm">{name}</dt>
      <dd className="font-semibold wrap-anywhere max-md:flex max-md:min-h-11 max-md:items-center max-md:text-sm md:mt-1 max-md:[&>a]:content-center max-md:[&>a]:min-h-11">
        {children}
      </dd>
    </div>
  )
}
