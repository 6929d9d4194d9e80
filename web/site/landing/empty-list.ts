import { lazyPart } from '../../ui/lazy-part.tsx'

/** What stands in the place of a list without positions. Few visitors see it, so its code is apart. */
export const EmptyList = lazyPart(async () => (await import('./no-positions.tsx')).NoPositions)
