import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Refusal } from './sign-in-events.ts'

/** A wrong password and an unknown username have one outcome: metrics do not reveal which accounts exist. */
const OUTCOMES: Record<'accepted' | Refusal, string> = {
  accepted: 'accepted',
  wrong_password: 'wrong',
  unknown_username: 'wrong',
  wrong_code: 'wrong',
  wrong_passkey: 'wrong',
  too_many: 'too_many',
}

/** Counts sign-ins, and the alarms of one account that many networks guess at. */
export function countSignIns(app: FastifyInstance, register: Registry): void {
  const signIns = new Counter({
    name: 'wellhead_sign_ins_total',
    help: 'Passwords that were sent: accepted, wrong (for any username), too_many (not verified any more).',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of Object.values(OUTCOMES)) signIns.inc({ outcome }, 0)
  const alarms = new Counter({
    name: 'wellhead_sign_in_alarms_total',
    help: 'Times that one account got wrong passwords from ten networks in a day, and from twice as many each time.',
    registers: [register],
  })
  app.signInEvents
    ?.on('accepted', () => signIns.inc({ outcome: OUTCOMES.accepted }))
    .on('refused', (reason) => signIns.inc({ outcome: OUTCOMES[reason] }))
    .on('alarm', () => alarms.inc())
}
