import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { isEditConflict } from '../../api/edit-conflict.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { toast } from '../../ui/toast/toast.ts'
import { saveSettings, settingsQuery } from '../api/settings-api.ts'

/** Saves the settings and says what came of it; after a conflict the stored ones are read, and what was typed stays. */
export function useSaveSettings() {
  const client = useQueryClient()
  const { token } = useAuth()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: saveSettings,
    onSuccess: (stored) => {
      void client.invalidateQueries({ queryKey: [API.promise] })
      client.setQueryData(settingsQuery(token).queryKey, stored)
      toast({ title: 'Settings saved' })
    },
    onError: (error) => {
      const isConflict = isEditConflict(error)
      const description = isConflict
        ? 'Another admin has changed the settings meanwhile. What you typed is still here: save again to replace theirs.'
        : 'What you typed is still here. Please try again'
      showFailure(error, { title: 'Settings were not saved', description })
      if (isConflict) void client.invalidateQueries({ queryKey: [ADMIN_API.settings] })
    },
  })
}
