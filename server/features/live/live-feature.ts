import type { Feature } from '../feature.ts'
import { liveRoutes } from './live-routes.ts'

/** How long a stream may outlive its session at most, in milliseconds. */
const CHECK_MS = 5_000

/** Publishes what others change to open pages. */
export const live = {
  name: 'live',
  routes: [liveRoutes],
  every: [
    ({ live }) => ({
      ...{ name: 'check-streams', everyMs: CHECK_MS, isDueAtStart: false, faultLevel: 'warn' },
      run: () => live.tick(),
    }),
  ],
  onNotify: ({ live }, topic) => live.receive(topic),
  onListening: ({ live }, isListening) => {
    if (isListening) live.resync()
  },
} satisfies Feature
