import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { SignInEvent } from './sign-in-report.ts'

/** A wrong password and an unknown username are one: figures do not tell who has an account. */
const OUTCOMES: Record<Exclude<SignInEvent, 'alarm'>, string> = {
  accepted: 'accepted',
  wrong_password: 'wrong',
  unknown_username: 'wrong',
  too_many: 'too_many',
}

/** Counts the passwords that were sent, and the alarms about one account that is guessed at from many networks. */
export function countSignIns(app: FastifyInstance, register: Registry): void {
  const signIns = new Counter({
    name: 'wellhead_sign_ins_total',
    help: 'Passwords that were sent: accepted, wrong (for any username), too_many (not judged any more).',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of Object.values(OUTCOMES)) signIns.inc({ outcome }, 0)
  const alarms = new Counter({
    name: 'wellhead_sign_in_alarms_total',
    help: 'Times that one account got wrong passwords from ten networks in a day, and from twice as many each time.',
    registers: [register],
  })
  app.signIns?.tell((event) => (event === 'alarm' ? alarms.inc() : signIns.inc({ outcome: OUTCOMES[event] })))
}
