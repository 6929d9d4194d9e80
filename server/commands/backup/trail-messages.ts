import type { TrailFault, TrailReport } from '../../features/audit/check-trail.ts'
import { counted } from './backup-messages.ts'

/** Says how long the chain of the audit trail is. */
export function trailLine({ sealed, unsealed }: TrailReport): string {
  const waiting = unsealed === 0 ? '' : `; ${counted(unsealed, 'newer entry', 'newer entries')} of it not sealed yet`
  return `The audit trail has ${counted(sealed, 'sealed entry', 'sealed entries')}${waiting}.`
}

/** Says what about the audit trail is not as it was sealed. */
export function trailFaultLine(fault: TrailFault): string {
  switch (fault.kind) {
    case 'changed':
      return `Entry ${fault.id} of the audit trail (place ${fault.place}) is not as it was sealed${andOthers(fault.others, 'is not')}.`
    case 'missing':
      return `The audit trail lacks ${placesOf(fault)}${andOthers(fault.others, 'is missing')}.`
    case 'cut':
      return `The end of the audit trail is missing: ${fault.entries} entries were sealed, and the last one there has place ${fault.sealed}.`
    case 'lengthened':
      return `The audit trail goes on to place ${fault.sealed}, and the server has sealed only ${counted(fault.entries, 'entry', 'entries')}.`
    case 'remade':
      return 'The last seal of the audit trail is not the one that the server wrote: entries were changed and sealed again.'
    case 'no_head':
      return 'The database has lost where the audit trail ends, so nothing shows whether entries are missing.'
    case 'forged_head':
      return 'Where the audit trail ends was not written with the key of this installation: the database was changed, or it is that of another data folder or SECRET_KEY.'
    case 'no_key':
      return 'The key of the audit trail is missing (audit-chain.key in the data folder, or SECRET_KEY): put it back, or see docs/operations.md.'
  }
}

function placesOf({ from, to }: { from: number; to: number }): string {
  return from === to ? `place ${from}` : `places ${from} to ${to}`
}

function andOthers(others: number, verb: string): string {
  return others === 0
    ? ''
    : `; so ${verb.replace('is', others === 1 ? 'is' : 'are')} ${others === 1 ? 'one other' : `${others} others`}`
}
