/** The largest of 1, 2, 5, 10, 20, 50 and so on that is not above a count, or 0: for a count of which only the least is known. */
export function plainFigure(count: number): number {
  const ten = 10 ** (Math.max(1, Math.floor(count)).toString().length - 1)
  return [5 * ten, 2 * ten, ten].find((figure) => figure <= count) ?? 0
}
