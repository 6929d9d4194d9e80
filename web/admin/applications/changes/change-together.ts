import type {
  ApplicationChange,
  MadeChange,
  NamedApplication,
  UndoneChange,
} from '../../../../contract/application-changes.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'

/** Changes up to 500 applications in one transaction. */
export function changeTogether(change: ApplicationChange, applications: NamedApplication[]): Promise<MadeChange> {
  return jsonRequest('POST', API.applicationChanges, { body: { change, applications }, token: readToken() })
}

/** Undoes a change of applications. @throws ApiError `undo_expired` or `already_undone` */
export function undoChange(id: number): Promise<UndoneChange> {
  return jsonRequest('POST', pathTo(API.undoApplicationChange, id), { token: readToken() })
}
