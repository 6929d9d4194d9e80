import { ANCHOR } from '../../../contract/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { HeroScene } from '../drawings/hero-scene.tsx'

/** The invitation, and the link to the open positions. */
export function Hero() {
  return (
    <section
      aria-labelledby="hero-title"
      className="wrap grid items-center gap-10 pt-12 md:pt-16 lg:grid-cols-12 lg:gap-6"
    >
      <div className="lg:col-span-5">
        <h1 id="hero-title" className="text-4xl text-balance">
          Join the innovation team
        </h1>
        <p className="measure mt-6">
          Wells, separators and tanks have something to say. We build the SCADA, IIoT and edge systems that hear it, and
          get it to the people who act on it. Come and put your code where the pressure is.
        </p>
        <a href={`#${ANCHOR.careers}`} className={buttonClass('primary', 'mt-8 max-sm:w-full')}>
          See open positions
        </a>
      </div>
      <div className="lg:col-span-7">
        <HeroScene />
      </div>
    </section>
  )
}
