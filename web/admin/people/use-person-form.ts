import type { ErrorCode } from '../../../contract/wire/error.ts'
import { ApiError, refusedFields } from '../../api/api-error.ts'
import { type Faults, useDialogFields } from '../../session/use-dialog-fields.ts'
import { type PersonFields, postingFaults } from './person-form.ts'

/** Fields at which a form shows what is wrong. */
const SHOWN = /^(displayName|email|role|byMail|assignments(\.\d+\.jobId)?)$/

/** What a form about a person holds, and what the server has refused of it until that is changed. */
export function usePersonForm<Fields extends PersonFields>(initial: Fields) {
  const form = useDialogFields(initial, { shown: SHOWN, refusedOf })
  return { ...form, postingFaults: postingFaults(form.faults, form.fields.assignments) }
}

const LAST_OWNER: ErrorCode = 'last_owner'

/** That no owner would be left is about the role. */
function refusedOf(error: Error): Faults {
  if (error instanceof ApiError && error.code === LAST_OWNER && error.serverMessage)
    return { role: error.serverMessage }
  return refusedFields(error)
}
