import type { ComponentType } from 'react'
import { EdgeDrawing } from '../drawings/edge-drawing.tsx'
import { IiotDrawing } from '../drawings/iiot-drawing.tsx'
import { ScadaDrawing } from '../drawings/scada-drawing.tsx'

type TechnologyCard = {
  id: string
  title: string
  description: string
  Drawing: ComponentType
  tags: string[]
}

const CARDS: TechnologyCard[] = [
  {
    id: 'scada',
    title: 'SCADA Systems',
    description: 'Operator screens and alarm systems that stay readable on the worst day of the year.',
    Drawing: ScadaDrawing,
    tags: ['Ignition', 'Perspective', 'Vision'],
  },
  {
    id: 'iiot',
    title: 'IIoT Solutions',
    description: 'Field data published once, by exception, to everyone who needs it, over links that come and go.',
    Drawing: IiotDrawing,
    tags: ['MQTT', 'Sparkplug B', 'Edge Computing'],
  },
  {
    id: 'edge',
    title: 'Edge Computing',
    description: 'Small rugged computers at the well that decide in milliseconds and remember through an outage.',
    Drawing: EdgeDrawing,
    tags: ['Python', 'Docker', 'SQL'],
  },
]

/** What the company builds with: three static cards (`spec.md` section 1). */
export function Technology() {
  return (
    <div className="wrap">
      <h2 id="technology-title" className="text-2xl">
        What we build with
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, which the keyboard must reach. */}
      <section aria-labelledby="technology-title" tabIndex={0} className="mt-5 overflow-x-auto rounded-md md:mt-8">
        <ul className="flex list-none gap-3 p-0 md:grid md:grid-cols-3 md:gap-6">
          {CARDS.map((card) => (
            <li
              key={card.id}
              id={card.id}
              className="flex flex-col overflow-hidden rounded-md border border-line bg-panel max-md:w-66 max-md:shrink-0"
            >
              <div className="flex items-center border-line border-b p-2 max-md:px-10 md:p-4">
                <card.Drawing />
              </div>
              <div className="flex flex-1 flex-col p-3 md:p-5">
                <h3 className="font-semibold text-base">{card.title}</h3>
                <p className="mt-1 mb-3 max-md:text-sm md:mt-2 md:mb-5">{card.description}</p>
                <ul
                  aria-label={`Technologies: ${card.title}`}
                  className="mt-auto flex list-none flex-wrap gap-1 p-0 md:gap-2"
                >
                  {card.tags.map((tag) => (
                    <li
                      key={tag}
                      className="rounded-sm border border-line px-1.5 font-mono text-ink-muted text-sm md:px-2 md:py-0.5"
                    >
                      {tag}
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
