import * as z from 'zod'
import { line } from './company-line.ts'

/** Drawings of the landing page that a technology card may choose. */
export const CARD_DRAWINGS = ['scada', 'iiot', 'edge'] as const

const MANY = { paragraphs: 4, values: 8, cards: 6, tags: 8 } as const

const banner = z.strictObject({
  title: line(60).describe('What this site is, in the strip under the header'),
  subtitle: line(120),
  wideSubtitle: line(120).optional().describe('Continues the subtitle where there is room, such as ", since 1987"'),
})

const hero = z.strictObject({
  title: line(80),
  text: line(500),
  drawing: z.literal('well-pad').nullable().default(null).describe('The drawn scene beside the text; null for none'),
})

const about = z.strictObject({
  title: line(100),
  paragraphs: z.array(line(1_000)).min(1).max(MANY.paragraphs, atMost(MANY.paragraphs)),
})

const card = z.strictObject({
  title: line(60),
  description: line(300),
  drawing: z.enum(CARD_DRAWINGS).nullable().default(null),
  tags: z.array(line(40)).max(MANY.tags, atMost(MANY.tags)).default([]),
})

const technology = z.strictObject({
  title: line(100),
  cards: z
    .array(card)
    .min(1)
    .max(MANY.cards, atMost(MANY.cards))
    .refine(hasEachDrawingOnce, 'Must use each drawing only once'),
})

/** Texts of the landing page, with those of a firm for oil and gas as defaults. `{company}` stands for the name. */
export const landingSchema = z.strictObject({
  title: line(100)
    .default('Careers in SCADA, IIoT and edge computing')
    .describe('Title of the tab and in search engines'),
  description: line(300)
    .default(
      'Open positions at {company}: industrial SCADA, IIoT and edge-computing careers in oil and gas. Read a posting and apply with your resume in two minutes.',
    )
    .describe('What search engines show below the title'),
  banner: banner.default({
    title: 'Jobs Board',
    subtitle: 'Industrial IIoT career opportunities',
    wideSubtitle: ', from the wellhead to the cloud',
  }),
  hero: hero.default({
    title: 'Join the innovation team',
    text: 'Wells, separators and tanks have something to say. We build the SCADA, IIoT and edge systems that hear it, and get it to the people who act on it. Come and put your code where the pressure is.',
    drawing: 'well-pad',
  }),
  about: about.default({
    title: 'A small team that moves an old industry',
    paragraphs: [
      '{company} takes oil and gas operators into Industry 4.0. Digital transformation, for us, is not a slide: it is a tank gauge that reports by itself, a pump that says it is tired before it stops, a control room where the important number is the big one.',
      'We are a small, passionate team. Engineers here talk to operators, see their work running in the field, and have a say in what we build next.',
    ],
  }),
  values: z
    .array(z.strictObject({ name: line(60), text: line(300) }))
    .max(MANY.values, atMost(MANY.values))
    .default([
      {
        name: 'Innovation',
        text: 'We try the new protocol on a bench first, then on one well, then on all of them.',
      },
      {
        name: 'Integrity',
        text: 'A reading is what the instrument said. We never smooth over a fault, in data or in a conversation.',
      },
      {
        name: 'Growth',
        text: 'You leave every project knowing something you did not know at kick-off. We plan the time for it.',
      },
      {
        name: 'Excellence',
        text: 'An operator at 3 a.m. should understand your screen at a glance. That is the bar.',
      },
    ]),
  technology: technology.default({
    title: 'What we build with',
    cards: [
      {
        title: 'SCADA Systems',
        description: 'Operator screens and alarm systems that stay readable on the worst day of the year.',
        drawing: 'scada',
        tags: ['Ignition', 'Perspective', 'Vision'],
      },
      {
        title: 'IIoT Solutions',
        description: 'Field data published once, by exception, to everyone who needs it, over links that come and go.',
        drawing: 'iiot',
        tags: ['MQTT', 'Sparkplug B', 'Edge Computing'],
      },
      {
        title: 'Edge Computing',
        description: 'Small rugged computers at the well that decide in milliseconds and remember through an outage.',
        drawing: 'edge',
        tags: ['Python', 'Docker', 'SQL'],
      },
    ],
  }),
  contact: line(300)
    .default('Questions before you apply? Call or write. An engineer will read it.')
    .describe('Invites questions, beside phone and email'),
  hasLostApplications: z
    .boolean()
    .default(true)
    .describe('Whether the site asks those who applied before 2025-06-13 04:17 UTC to apply again'),
})

/** Puts the company's name in place of `{company}`. */
export function nameCompany<Texts>(texts: Texts, name: string): Texts {
  return JSON.parse(JSON.stringify(texts), (_, value) =>
    typeof value === 'string' ? value.replaceAll('{company}', () => name) : value,
  )
}

function atMost(count: number): string {
  return `Must have at most ${count} entries`
}

function hasEachDrawingOnce(cards: { drawing: string | null }[]): boolean {
  const used = cards.flatMap(({ drawing }) => drawing ?? [])
  return new Set(used).size === used.length
}
