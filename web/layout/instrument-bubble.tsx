/** Text in the hand of the drawings. `y` is the baseline, `size` the font size, both in drawing units. */
export function Label({ x, y, size, children }: { x: number; y: number; size: number; children: string }) {
  return (
    <text x={x} y={y} fontSize={size} textAnchor="middle" className="fill-ink stroke-none font-mono">
      {children}
    </text>
  )
}

/** A field instrument after ISA-5.1: the tag's function letters above its loop number. Lengths are drawing units. */
export function InstrumentBubble({ tag, x, y, r }: { tag: string; x: number; y: number; r: number }) {
  const [letters = '', loop = ''] = tag.split('-')
  const size = r * 0.64
  return (
    <>
      <circle cx={x} cy={y} r={r} className="fill-panel" />
      <Label x={x} y={y - size * 0.14} size={size}>
        {letters}
      </Label>
      <Label x={x} y={y + size * 0.84} size={size}>
        {loop}
      </Label>
    </>
  )
}
