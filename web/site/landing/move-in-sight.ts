/** Lets the drawings of the page move only while they are in sight (`drawings.css`). @returns what ends it */
export function moveInSight(): () => void {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) target.toggleAttribute('data-in-sight', isIntersecting)
  })
  for (const drawing of document.querySelectorAll('.drawing-hero, .drawing-card')) observer.observe(drawing)
  return () => observer.disconnect()
}
