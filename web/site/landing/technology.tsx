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
    <section aria-labelledby="technology-title" className="wrap">
      <h2 id="technology-title" className="text-2xl">
        What we build with
      </h2>
      <ul className="mt-8 grid list-none gap-6 p-0 lg:grid-cols-3">
        {CARDS.map((card) => (
          <li
            key={card.id}
            id={card.id}
            className="flex flex-col overflow-hidden rounded-md border border-line bg-panel md:max-lg:flex-row"
          >
            <div className="flex items-center border-line border-b p-4 md:max-lg:w-5/12 md:max-lg:border-r md:max-lg:border-b-0">
              <card.Drawing />
            </div>
            <div className="flex flex-1 flex-col p-5">
              <h3 className="font-semibold text-base">{card.title}</h3>
              <p className="mt-2 mb-5">{card.description}</p>
              <ul aria-label={`Technologies: ${card.title}`} className="mt-auto flex list-none flex-wrap gap-2 p-0">
                {card.tags.map((tag) => (
                  <li key={tag} className="rounded-sm border border-line px-2 py-0.5 font-mono text-ink-muted text-sm">
                    {tag}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
