import { Download, Printer } from 'lucide-react'
import { readUser } from '../../api/auth-store.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { saveFile } from '../../ui/save-file.ts'

type MadeRecoveryCodesProps = { codes: readonly string[]; onSaved: () => void }

/** Recovery codes, shown this once, to be kept outside this browser. */
export function MadeRecoveryCodes({ codes, onSaved }: MadeRecoveryCodesProps) {
  const title = `Recovery codes of ${readUser()?.username ?? 'your account'} for ${window.location.host}`
  const text = [title, 'Each signs you in once, after your password.', '', ...codes, ''].join('\n')
  const save = () => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <section aria-labelledby="made-codes" className="grid gap-5">
      <h3 id="made-codes" ref={focusHeading} tabIndex={-1} className="text-base outline-none">
        Save your recovery codes
      </h3>
      <p className="measure">
        They let you in when your phone is lost or broken. Keep them where the phone is not: in a password manager, or
        on paper. <strong>They are not shown again.</strong>
      </p>
      <div className="printed-alone rounded-md border border-line p-4">
        <p className="mb-3 hidden print:block">{title}</p>
        <ol
          aria-label="Recovery codes"
          className="grid list-none justify-items-center gap-x-8 gap-y-2 p-0 sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all whitespace-nowrap font-mono text-base max-[22rem]:text-sm">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} what="the recovery codes" />
        <Button tone="secondary" onClick={save}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
        <Button tone="secondary" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
      <div className="border-line border-t pt-5" data-action-bar>
        <Button onClick={onSaved}>I have saved them</Button>
      </div>
    </section>
  )
}

function focusHeading(heading: HTMLElement | null) {
  heading?.focus()
}
