import type { ColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import { failureMessage } from '../../api/api-error.ts'
import { isSessionOver } from '../../session/end-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { MadeLinkDialog } from '../../ui/dialog/made-link-dialog.tsx'
import { formatDay } from '../../ui/text/date-formats.ts'
import { hasLink } from './question-states.ts'
import { useMakeLink } from './questions-api.ts'

type LinkDialogProps = { question: ColleagueQuestion; onClose: () => void }

/** Makes the link of an asked colleague anew, and shows it once. */
export function LinkDialog({ question, onClose }: LinkDialogProps) {
  const make = useMakeLink()
  const name = question.name ?? question.email
  if (make.data?.url)
    return (
      <MadeLinkDialog
        name={name}
        url={make.data.url}
        works={`It works until ${formatDay(make.data.question.expiresAt)}.`}
        onClose={onClose}
      />
    )
  const failure = make.error && !isSessionOver(make.error) ? failureMessage(make.error) : null
  return (
    <Dialog
      isSmall
      title="Link for"
      subject={name}
      description={
        hasLink(question)
          ? 'The link of before ends at once, on all devices that have opened it. You get a new one, shown once, and pass it on yourself.'
          : 'You get a private link to the application, shown once, and pass it on yourself.'
      }
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" isUnavailable={make.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button isBusy={make.isPending} onClick={() => make.mutate(question)}>
            Make link
          </Button>
        </>
      }
    >
      {failure && (
        <p role="alert" className="border-signal-amber border-l-4 pl-4">
          {failure}
        </p>
      )}
    </Dialog>
  )
}
