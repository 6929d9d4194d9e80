import type { Feature } from '../feature.ts'
import { liveRoutes } from './live-routes.ts'

/** How long a stream may outlive its session at most, in milliseconds. */
const CHECK_MS = 5_000

/** Tells open pages what others change. */
export const live = {
  name: 'live',
  routes: [liveRoutes],
  every: [
    ({ live }) => ({
      ...{ name: 'check-streams', everyMs: CHECK_MS, isDueAtStart: false, faultLevel: 'warn' },
      run: () => live.tick(),
    }),
  ],
  onNotify: ({ live }, topic) => live.hear(topic),
  onListening: ({ live }, isListening) => {
    if (isListening) live.missed()
  },
} satisfies Feature
