const MARGIN = '600px'

/**
 * Waits until an element comes near the viewport or is reached by keyboard.
 * @param id of the element; where there is none yet, as after a navigation in the browser, there is nothing to wait for
 */
export function whenNear(id: string): Promise<void> {
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
  })
}
