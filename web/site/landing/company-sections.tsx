import { ANCHOR } from '../../../contract/wire/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { buttonClass } from '../../ui/button.tsx'
import { HeroScene } from '../drawings/hero-scene.tsx'

/** The invitation, and the link to the open positions. */
export function Hero() {
  const { hero } = usePageData().company.landing
  return (
    <section
      aria-labelledby="hero-title"
      className="wrap grid items-center gap-4 pt-5 md:gap-10 md:pt-14 lg:grid-cols-12 lg:gap-6"
    >
      <div className={hero.drawing ? 'lg:col-span-5' : 'lg:col-span-8'}>
        <h1 id="hero-title" className="text-4xl text-balance">
          {hero.title}
        </h1>
        <p className="measure mt-4 md:mt-6">{hero.text}</p>
        <a href={`#${ANCHOR.careers}`} className={buttonClass('primary', 'mt-5 max-sm:w-full md:mt-8')}>
          See open positions
        </a>
      </div>
      {hero.drawing && (
        <div className="lg:col-span-7">
          <HeroScene />
        </div>
      )}
    </section>
  )
}

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
