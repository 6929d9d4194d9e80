import { JOB_PARAMETER, PAGE } from '../../../contract/wire/paths.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { preloadApplicationDialog } from './job-dialogs.tsx'

type ApplyButtonProps = ButtonProps & { jobId: number; onApply: () => void }

/** Opens the application dialog; without JavaScript, or before it has loaded, the page of the form. */
export function ApplyButton({ jobId, onApply, ...button }: ApplyButtonProps) {
  return (
    <form action={PAGE.apply} className="contents">
      <Button
        {...button}
        type="submit"
        name={JOB_PARAMETER}
        value={jobId}
        onPointerEnter={preloadApplicationDialog}
        onFocus={preloadApplicationDialog}
        onClick={(event) => {
          event.preventDefault()
          onApply()
        }}
      >
        Apply Now
      </Button>
    </form>
  )
}
