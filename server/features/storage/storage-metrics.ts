import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { countCopies, summariseTasks } from './storage-queries.ts'

/** Adds figures about tasks and files, read at each scrape. */
export function measureStorage(
  { db, clock, dataDir }: { db: Db; clock: Clock; dataDir: string },
  register: Registry,
): void {
  const registers = [register]
  const summarise = oncePerScrape(() => summariseTasks(db))
  new Gauge({
    name: 'wellhead_outbox_open_tasks',
    help: 'Tasks that are left to do, beside the daily check of the files.',
    registers,
    async collect() {
      this.set((await summarise()).open)
    },
  })
  new Gauge({
    name: 'wellhead_outbox_oldest_task_age_seconds',
    help: 'Age of the oldest of those tasks; 0 when there is none.',
    registers,
    async collect() {
      const { oldest } = await summarise()
      // A clock that was set back makes no negative age.
      this.set(oldest === null ? 0 : Math.max(0, (clock().getTime() - Date.parse(oldest)) / 1000))
    },
  })
  new Gauge({
    name: 'wellhead_resume_copies',
    help: 'Files of resumes, by the place they are in and how it stands with them.',
    labelNames: ['place', 'state'],
    registers,
    async collect() {
      const counts = await countCopies(db)
      this.reset()
      for (const { store: place, state, count } of counts) this.set({ place, state }, count)
    },
  })
  new Gauge({
    name: 'wellhead_disk_free_bytes',
    help: 'Room that is left for the server on the disk of DATA_DIR.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(dataDir)
      this.set(bavail * bsize)
    },
  })
}

/** Figures that are read together share what is read. One that sets another's would be too late for that one's own reading. */
function oncePerScrape<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let reading: Promise<Read> | undefined
  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}
