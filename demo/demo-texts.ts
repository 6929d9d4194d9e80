import { DEFAULT_SITE_TEXTS, type SiteTexts } from '../contract/site/site-texts.ts'

/** The texts of the site as the demo's owner has set them; privacy and terms are still the built-in ones. */
export const DEMO_TEXTS: SiteTexts = {
  ...DEFAULT_SITE_TEXTS,
  readers: 'The lead of the group reads it, and so does an engineer who does this work.',
  hiringSteps: [
    'Half an hour on the phone with the person you would work for.',
    'An exercise from our own work, paid, when it suits you.',
    'A day with the team, and an offer or a reason within a week.',
  ],
  benefits: [
    'Medical, dental and vision, 90% of your premium paid',
    '401(k) with a 5% match, vested from day one',
    '15 days of paid time off plus nine holidays',
    '$3,000 a year for training and certificates',
    'FR clothing, boots, tools and H2S training provided',
  ],
}
