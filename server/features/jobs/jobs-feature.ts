import type { Feature } from '../feature.ts'
import { SETTINGS_CHANGED } from '../settings/change-document.ts'
import { announcingClosings } from './announce-closings.ts'
import { jobRoutes } from './job-routes.ts'
import { JOBS_CHANGED } from './published-jobs.ts'
import { rereadingPostings } from './reread-postings.ts'

/** Postings and their published snapshot. */
export const jobs = {
  name: 'jobs',
  routes: [jobRoutes],
  every: [rereadingPostings, announcingClosings],
  // Visitors then see postings even if the database becomes unavailable before the first visit.
  onStart: async ({ published, log }) => {
    const reading = published.current()
    // Prepared for the first search without delaying the start.
    reading.then((snapshot) => snapshot.prepared()).catch(() => undefined)
    await reading.catch((error) => log.warn({ err: error }, 'postings not read at the start'))
  },
  onNotify: ({ published }, topic) => {
    if ([JOBS_CHANGED, SETTINGS_CHANGED].includes(topic)) published.changed()
  },
  onListening: ({ published }, isListening) => published.setListening(isListening),
} satisfies Feature
