import type { Feature } from '../feature.ts'
import { startRereading } from './queue-texts.ts'
import { resumeTasks } from './resume-tasks.ts'
import { startSweeping } from './sweep-resumes.ts'

/** The files of resumes: replicas, daily check, virus scan, sweep. */
export const resumes = {
  name: 'resumes',
  tasks: resumeTasks,
  work: [({ stores, ...services }) => startSweeping({ ...services, store: stores.local }), startRereading],
} satisfies Feature
