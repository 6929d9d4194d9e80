import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { countTasks } from '../../platform/outbox/outbox-queries.ts'
import { checkResumesTask } from '../resumes/resume-task-kinds.ts'
import { countReplicas } from './storage-queries.ts'

/** Registers figures about tasks and files, which each scrape reads. */
export function measureStorage(
  { db, clock, dataDir }: { db: Db; clock: Clock; dataDir: string },
  register: Registry,
): void {
  const registers = [register]
  const summarise = () => countTasks(db, { except: [checkResumesTask.kind] })
  new Gauge({
    name: 'wellhead_outbox_open_tasks',
    help: 'Scheduled tasks, without the planned check of the files.',
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
      // After the clock was set back, the age is not negative.
      this.set(oldest === null ? 0 : Math.max(0, (clock().getTime() - Date.parse(oldest)) / 1000))
    },
  })
  new Gauge({
    name: 'wellhead_resume_replicas',
    help: 'Files of resumes, by their store and state.',
    labelNames: ['store', 'state'],
    registers,
    async collect() {
      const counts = await countReplicas(db)
      this.reset()
      for (const { store, state, count } of counts) this.set({ store, state }, count)
    },
  })
  new Gauge({
    name: 'wellhead_disk_free_bytes',
    help: 'Free space for the server on the disk of DATA_DIR.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(dataDir)
      this.set(bavail * bsize)
    },
  })
}
