import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { fetchFile } from '../../api/file-download.ts'
import { HISTORY_KEY } from '../../api/history-api.ts'
import { countApplications } from '../changes/change-texts.ts'
import { tokenOrRaise, useDownloadFailure } from '../details/use-resume-download.ts'

/** Returns the action that downloads the resumes of several applications as one ZIP archive. */
export function useBulkDownload() {
  const client = useQueryClient()
  const showFailure = useDownloadFailure()
  return useMutation({
    mutationFn: async (applications: Application[]) =>
      fetchFile(tokenOrRaise(), ADMIN_API.downloadResumes, {
        method: 'POST',
        fallbackName: 'Resumes.zip',
        body: { applications: applications.map(({ id }) => ({ id })) },
      }),
    retry: false,
    onSuccess: ({ file, fileName }, applications) => {
      saveFile(file, fileName)
      const isOne = applications.length === 1
      toast({
        title: isOne ? 'Resume downloaded' : 'Resumes downloaded',
        about: countApplications(applications.length),
      })
      client.invalidateQueries({ queryKey: HISTORY_KEY })
    },
    onError: showFailure,
  })
}
