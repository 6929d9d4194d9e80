/** The strip under the header that says what this site is. */
export function Banner() {
  return (
    <div className="border-line border-b bg-panel">
      <div className="wrap flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
        <p className="font-semibold">Jobs Board</p>
        <p className="text-ink-muted">
          Industrial IIoT career opportunities<span className="max-sm:hidden">, from the wellhead to the cloud</span>
        </p>
      </div>
    </div>
  )
}
