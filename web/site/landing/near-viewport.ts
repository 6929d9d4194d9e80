const MARGIN = '600px'

/**
 * Waits until an element is near the viewport or receives the focus, or until the visitor goes to another page: there
 * the element is no more, and the next visit must not wait for it.
 * @param id of the element; resolves immediately if it does not exist, as after a client-side navigation
 */
export function untilNearViewport(id: string): Promise<void> {
  return new Promise((resolve) => {
    const element = document.getElementById(id)
    if (!element) {
      resolve()
      return
    }
    const arrive = () => {
      observer.disconnect()
      element.removeEventListener('focusin', arrive)
      resolve()
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) arrive()
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    element.addEventListener('focusin', arrive)
    untilNavigation().then(arrive)
  })
}

/** Waits until the address changes without a page load. */
export function untilNavigation(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['pushState', 'popstate']) addEventListener(event, () => resolve(), { once: true })
  })
}
