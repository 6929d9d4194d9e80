import type { Application } from '../../../contract/application.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const TONES: Record<Application['status'], BadgeTone> = {
  pending: 'amber',
  reviewing: 'blue',
  interview: 'violet',
  hired: 'green',
  rejected: 'red',
}

/** Where an application stands: its word, in its colour. */
export function StatusBadge({ status }: Pick<Application, 'status'>) {
  return <Badge tone={TONES[status]}>{status}</Badge>
}
