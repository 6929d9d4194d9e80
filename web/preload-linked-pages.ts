import { preloadPage } from './routes.tsx'

/** Fetches the code of a page of this site as soon as a visitor reaches for a link to it, by pointer or by keyboard. */
export function preloadLinkedPages(): void {
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, preloadTarget, { passive: true })
}

function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link?.origin === location.origin && link.pathname !== location.pathname) preloadPage(link.pathname)
}
