import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { usePageData } from './page-data-context.ts'

/** The footer: company, social profile, links and theme; in the admin area its last line alone. */
export function SiteFooter() {
  const { company, year, links } = usePageData()
  return (
    <footer className="mt-12 admin:mt-6 pb-4 admin:pb-2 md:pb-10">
      <div className="wrap admin:admin-wrap">
        <hr className="border-line admin:hidden" />
        <div className="mt-4 grid admin:hidden gap-x-8 gap-y-2 md:mt-10 md:grid-cols-12">
          <div className="grid content-start md:col-span-6 md:gap-3">
            <p className="measure max-md:text-sm">{company.blurb}</p>
            <p>
              <a href={company.social.url} rel="noopener" className="inline-flex min-h-11 items-center md:min-h-0">
                {company.name} on {company.social.label}
              </a>
            </p>
          </div>
          <ul className="grid list-none grid-cols-2 content-start gap-x-6 whitespace-nowrap p-0 md:max-lg:grid-cols-[auto_auto] md:col-span-5 md:col-start-8 lg:col-span-4 lg:col-start-9 md:gap-y-2">
            {links.map(({ name, href }) => (
              <li key={name}>
                <FooterLink name={name} href={href} />
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-2 admin:mt-0 md:mt-8 flex flex-wrap items-center justify-between gap-x-2 gap-y-4">
          <p className="text-ink-muted text-sm">
            © {year} {company.legalName}
          </p>
          <ThemeToggle />
        </div>
      </div>
    </footer>
  )
}

/** A plain link: the pages it leads to are loaded from the server. Without an address it is a placeholder. */
function FooterLink({ name, href }: { name: string; href: string | undefined }) {
  return (
    <a
      {...(href ? { href } : { role: 'link', 'aria-disabled': true })}
      className="inline-flex min-h-11 items-center text-ink-muted md:min-h-0"
    >
      {name}
    </a>
  )
}
