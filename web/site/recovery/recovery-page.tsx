import { BackToJobs } from '../../layout/back-to-jobs.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { WithoutScript } from '../../layout/without-script.tsx'
import { RecoveryForm } from './recovery-form.tsx'

/** The notice about the lost applications, and the form to send one again. */
export const page = sitePage({
  title: 'Resubmit your application',
  head: ({ company }) => ({
    description: company.landing.hasLostApplications
      ? `Applied at ${company.name} before June 13, 2025, 04:17 UTC? Your application was lost. Send us your details again here.`
      : `Send an application at ${company.name} again.`,
    isIndexed: company.landing.hasLostApplications,
  }),
  Body: Recovery,
})

function Recovery({ title }: { title: string }) {
  const { company } = usePageData()
  return (
    <div className="wrap grid gap-10 pt-6 md:pt-10 lg:grid-cols-12 lg:gap-6">
      <div className="lg:col-span-5">
        <BackToJobs className="mb-4" />
        <h1 className="text-3xl text-balance">{title}</h1>
        {company.landing.hasLostApplications ? (
          <LostApplications email={company.email} />
        ) : (
          <p className="measure mt-6">
            Send an application again when we have asked you to. A receipt fills the form. Questions? Write to{' '}
            <a href={`mailto:${company.email}`}>{company.email}</a>.
          </p>
        )}
      </div>
      <div className="rounded-md border border-line bg-panel p-5 noscript:self-start md:p-8 lg:col-span-7">
        <WithoutScript>This form needs JavaScript.</WithoutScript>
        <div className="noscript:hidden">
          <RecoveryForm />
        </div>
      </div>
    </div>
  )
}

function LostApplications({ email }: { email: string }) {
  return (
    <>
      <section aria-labelledby="notice-title" className="measure mt-8 border-signal-amber border-l-4 py-1 pl-4 md:pl-6">
        <h2 id="notice-title" className="text-lg">
          We lost applications
        </h2>
        <div className="prose mt-3">
          <p>
            Applications submitted before{' '}
            <time dateTime="2025-06-13T04:17:00Z">
              June 13, 2025, <span className="whitespace-nowrap">04:17 UTC</span>
            </time>{' '}
            were lost in a data incident. If you applied before then, we no longer have your details or your resume.
          </p>
          <p>
            That is our fault, not yours, and we are sorry. Tell us what you remember: your name, your email and a phone
            number are enough.
          </p>
        </div>
      </section>
      <p className="measure mt-6">
        You applied later? Then there is nothing to do. Not sure? Send it again, or write to{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </>
  )
}
