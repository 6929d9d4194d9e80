import { usePageData } from '../../layout/page-data-context.ts'

const VALUES = [
  {
    name: 'Innovation',
    words: 'We try the new protocol on a bench first, then on one well, then on all of them.',
  },
  {
    name: 'Integrity',
    words: 'A reading is what the instrument said. We never smooth over a fault, in data or in a conversation.',
  },
  {
    name: 'Growth',
    words: 'You leave every project knowing something you did not know at kick-off. We plan the time for it.',
  },
  {
    name: 'Excellence',
    words: 'An operator at 3 a.m. should understand your screen at a glance. That is the bar.',
  },
]

/** Who the company is, and the four values it works by. */
export function About() {
  const { company } = usePageData()
  return (
    <section aria-labelledby="about-title" className="wrap grid gap-4 lg:grid-cols-12 lg:gap-6">
      <div className="lg:col-span-5">
        <h2 id="about-title" className="text-2xl text-balance">
          A small team that moves an old industry
        </h2>
        <div className="prose mt-4 md:mt-5">
          <p>
            {company.name} takes oil and gas operators into Industry 4.0. Digital transformation, for us, is not a
            slide: it is a tank gauge that reports by itself, a pump that says it is tired before it stops, a control
            room where the important number is the big one.
          </p>
          <p>
            We are a small, passionate team. Engineers here talk to operators, see their work running in the field, and
            have a say in what we build next.
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-2 content-start gap-x-4 lg:col-span-6 lg:col-start-7 lg:gap-x-6">
        {VALUES.map(({ name, words }) => (
          <div key={name} className="border-line border-t py-3 md:py-5">
            <dt className="font-semibold text-base">{name}</dt>
            <dd className="mt-1 max-md:text-sm md:mt-2">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
