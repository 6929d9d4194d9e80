import { usePageData } from '../../layout/page-data-context.ts'

/** What the company offers to everyone who works there; nothing unless the settings have it. */
export function Benefits() {
  const { benefits } = usePageData().texts
  if (benefits.length === 0) return null
  return (
    <section
      aria-labelledby="benefits-title"
      className="wrap mt-5 grid gap-2.5 md:mt-12 md:gap-4 lg:grid-cols-12 lg:gap-6"
    >
      <h2 id="benefits-title" className="text-2xl lg:col-span-5">
        What we offer
      </h2>
      <ul className="grid list-none content-start gap-x-6 p-0 sm:grid-cols-2 lg:col-span-7 lg:col-start-6">
        {benefits.map((benefit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two benefits may have the same words, and their order is fixed
          <li key={index} className="border-line border-t py-1.5 wrap-anywhere max-md:text-sm md:py-3">
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  )
}
