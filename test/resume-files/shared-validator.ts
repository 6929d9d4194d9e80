import { unavailable } from '../../server/platform/http/request-error.ts'
import { createFileValidator, type FileValidator } from '../../server/platform/uploads/file-types/file-validator.ts'

/** The real validator with its threads, which take longer to start than an app. */
const shared = createFileValidator({ warn: () => undefined })

/** A validator for one app: it stops at once like the app's own, and leaves the shared threads running. */
export function shareValidator(): FileValidator {
  let isStopped = false
  return {
    validate: async (file, address) => {
      if (isStopped) throw unavailable()
      return shared.validate(file, address)
    },
    stop: async () => {
      isStopped = true
    },
  }
}
