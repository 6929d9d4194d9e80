import type { Feature } from '../feature.ts'
import { rereading } from './queue-texts.ts'
import { resumeTasks } from './resume-tasks.ts'
import { sweeping } from './sweep-resumes.ts'

/** The files of resumes: replicas, daily check, virus scan, sweep. */
export const resumes = {
  name: 'resumes',
  tasks: resumeTasks,
  every: [sweeping, rereading],
} satisfies Feature
