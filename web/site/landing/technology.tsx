import type { ComponentType } from 'react'
import type { CARD_DRAWINGS } from '../../../contract/site/company-landing.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { EdgeDrawing } from '../drawings/edge-drawing.tsx'
import { IiotDrawing } from '../drawings/iiot-drawing.tsx'
import { ScadaDrawing } from '../drawings/scada-drawing.tsx'

const DRAWINGS: Record<(typeof CARD_DRAWINGS)[number], ComponentType> = {
  scada: ScadaDrawing,
  iiot: IiotDrawing,
  edge: EdgeDrawing,
}

/** What the company builds with: cards of the company file. */
export function Technology() {
  const { title, cards } = usePageData().company.landing.technology
  return (
    <div className="wrap">
      <h2 id="technology-title" className="text-2xl">
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, which the keyboard must reach. */}
      <section aria-labelledby="technology-title" tabIndex={0} className="mt-4 overflow-x-auto rounded-md md:mt-8">
        <ul className="flex list-none gap-3 p-0 md:grid md:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] md:gap-6">
          {cards.map((card) => (
            <li
              key={card.title}
              id={card.drawing ?? undefined}
              className="flex flex-col overflow-hidden rounded-md border border-line bg-panel max-md:w-66 max-md:shrink-0"
            >
              <CardPicture name={card.drawing} />
              <div className="flex flex-1 flex-col p-3 md:p-5">
                <h3 className="font-semibold text-base">{card.title}</h3>
                <p className="mt-1 mb-3 max-md:text-sm md:mt-2 md:mb-5">{card.description}</p>
                <ul
                  hidden={card.tags.length === 0}
                  aria-label={card.title}
                  className="mt-auto flex list-none flex-wrap gap-2 p-0"
                >
                  {card.tags.map((tag) => (
                    <li
                      key={tag}
                      className="rounded-sm border border-line px-2 py-0.5 font-mono text-ink-muted text-sm"
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

function CardPicture({ name }: { name: keyof typeof DRAWINGS | null }) {
  if (name === null) return null
  const Drawing = DRAWINGS[name]
  return (
    <div className="flex items-center border-line border-b p-2 max-md:px-8 md:p-4">
      <Drawing />
    </div>
  )
}
