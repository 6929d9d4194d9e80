import { usePageData } from '../../layout/page-data-context.ts'

/** Who the company is, and the values it works by. */
export function About() {
  const { about, values } = usePageData().company.landing
  return (
    <section aria-labelledby="about-title" className="wrap grid gap-4 lg:grid-cols-12 lg:gap-6">
      <div className="lg:col-span-5">
        <h2 id="about-title" className="text-2xl text-balance">
          {about.title}
        </h2>
        <div className="prose mt-4 md:mt-5">
          {about.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
      <dl className="grid grid-cols-2 content-start gap-x-4 lg:col-span-7 lg:col-start-6 lg:gap-x-6">
        {values.map(({ name, text }) => (
          <div key={name} className="border-line border-t py-3 md:py-5">
            <dt className="font-semibold text-base">{name}</dt>
            <dd className="mt-1 max-md:text-sm md:mt-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
