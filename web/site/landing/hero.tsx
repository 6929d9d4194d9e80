import { ANCHOR } from '../../../contract/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { HeroScene } from '../drawings/hero-scene.tsx'

/** The invitation, and the link to the open positions. */
export function Hero() {
  return (
    <section
      aria-labelledby="hero-title"
      className="wrap grid items-center gap-6 pt-6 md:gap-10 md:pt-14 lg:grid-cols-12 lg:gap-6"
    >
      <div className="lg:col-span-5">
        <h1 id="hero-title" className="text-4xl text-balance">
          Join the innovation team
        </h1>
        <p className="measure mt-4 md:mt-6">
          Wells, separators and tanks have something to say. We build the SCADA, IIoT and edge systems that hear it, and
          get it to the people who act on it. Come and put your code where the pressure is.
        </p>
        <a href={`#${ANCHOR.careers}`} className={buttonClass('primary', 'mt-5 max-sm:w-full md:mt-8')}>
          See open positions
        </a>
      </div>
      <div className="lg:col-span-7">
        <HeroScene />
      </div>
    </section>
  )
}
