import { useState } from 'react'
import { failureMessage } from '../../api/api-error.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { readFileWithLink } from './my-application-api.ts'

type LinkedFileButtonProps = Pick<ButtonProps, 'tone' | 'className' | 'children'> & {
  address: string
  fileName: string
  token: string
}

/** Saves a file that the private link opens. */
export function LinkedFileButton({ address, fileName, token, tone = 'secondary', ...button }: LinkedFileButtonProps) {
  const [isBusy, setBusy] = useState(false)
  useToaster()
  const save = () => {
    setBusy(true)
    readFileWithLink(address, token)
      .then((file) => saveFile(file, fileName))
      .catch((error: Error) => toast({ title: 'Not done', description: failureMessage(error), tone: 'error' }))
      .finally(() => setBusy(false))
  }
  return <Button {...button} tone={tone} isBusy={isBusy} onClick={save} />
}
