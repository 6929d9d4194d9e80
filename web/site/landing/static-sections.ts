import { lazyPart } from '../../ui/lazy-part.tsx'
import { untilNavigation } from './near-viewport.ts'

/*
 * Sections that only show text and drawings. The browser keeps the markup of the server and never loads their code, unless
 * it shows the page without the server: a fifth of the landing page's own code.
 */

const wait = () => (isServed() ? untilNavigation() : Promise.resolve())

/** The invitation. */
export const Hero = lazyPart(async () => (await import('./company-sections.tsx')).Hero, wait)

/** Who the company is. */
export const About = lazyPart(async () => (await import('./company-sections.tsx')).About, wait)

/** What it offers to everyone who works there. */
export const Benefits = lazyPart(async () => (await import('./company-sections.tsx')).Benefits, wait)

/** What it builds with. */
export const Technology = lazyPart(async () => (await import('./technology.tsx')).Technology, wait)

/** Why to apply without a posting. */
export const ApplicationInvitation = lazyPart(
  async () => (await import('./application-invitation.tsx')).ApplicationInvitation,
  wait,
)

/** Whom to talk to. */
export const Contact = lazyPart(async () => (await import('./contact.tsx')).Contact, wait)

/** Loads the sections on the server, and in a browser that has no markup of them. */
export async function preloadSections(): Promise<void> {
  const sections = [Hero, About, Benefits, Technology, ApplicationInvitation, Contact]
  if (!isServed()) await Promise.all(sections.map((section) => section.preload()))
}

function isServed(): boolean {
  return typeof document !== 'undefined' && document.getElementById('hero-title') !== null
}
