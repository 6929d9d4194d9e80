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
