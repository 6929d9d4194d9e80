import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { usePageData } from './page-data-context.ts'

/** Links whose pages do not exist yet, exposed as disabled links (`spec.md` section 1). */
const PLACEHOLDERS = ['Privacy Policy', 'Terms of Service', 'Careers', 'Contact']

/** The footer: company, social profile, placeholder links and theme; in the admin area its last line alone. */
export function SiteFooter() {
  const { company, year } = usePageData()
  return (
    <footer className="mt-6 admin:mt-6 pb-6 admin:pb-2 md:mt-12 md:pb-10">
      <div className="wrap admin:admin-wrap">
        <hr className="border-line admin:hidden" />
        <div className="mt-6 grid admin:hidden gap-4 md:mt-10 md:gap-8 md:grid-cols-12">
          <div className="grid content-start gap-3 md:col-span-6">
            <p className="measure">{company.blurb}</p>
            <p>
              <a href={company.social.url} rel="noopener" className="inline-flex min-h-11 items-center md:min-h-0">
                {company.name} on {company.social.label}
              </a>
            </p>
          </div>
          <ul className="grid list-none grid-cols-2 content-start gap-x-6 whitespace-nowrap p-0 md:max-lg:grid-cols-[auto_auto] md:col-span-5 md:col-start-8 lg:col-span-4 lg:col-start-9 md:gap-y-2">
            {PLACEHOLDERS.map((name) => (
              <li key={name}>
                {/* biome-ignore lint/a11y/useValidAnchor: a placeholder leads nowhere on purpose. */}
                <a
                  role="link"
                  aria-disabled="true"
                  className="inline-flex min-h-11 items-center text-ink-muted md:min-h-0"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-4 admin:mt-0 md:mt-8 flex flex-wrap items-center justify-between gap-4">
          <p className="text-ink-muted text-sm">
            © {year} {company.legalName}
          </p>
          <ThemeToggle />
        </div>
      </div>
    </footer>
  )
}
