/** A beam pump over its well, in the hero's units: ground at y 400, polished rod at x 176, wing outlet at 185, 348. */
export function Pumpjack() {
  return (
    <g>
      <path d="M170 400V432M182 400V432M164 400V418M188 400V418" strokeWidth={1.25} className="stroke-ink-muted" />
      <path d="M112 252 84 390M112 252 140 390M101 308 131.5 348H92.5L123 308Z" />
      <rect x={28} y={390} width={124} height={10} className="fill-panel" />
      <circle cx={54} cy={352} r={24} className="fill-panel" />
      <path d="M54 352 38 370A24 24 0 0 0 70 370Z" className="fill-ink-muted/25" />
      <path d="M54 259V352" />
      <circle cx={54} cy={352} r={3} className="fill-ink" />
      <path d="M46 376V390M62 376V390" />
      <g transform="rotate(-7 112 252)" className="fill-panel">
        <path d="M44 247H152V257H44Z" />
        <path d="M150 240 170.4 225.3A64 64 0 0 1 170.4 278.7L150 264Z" />
      </g>
      <circle cx={54} cy={259} r={3} className="fill-ink" />
      <circle cx={112} cy={252} r={6} className="fill-panel" />
      <path d="M176 252V312" />
      <path d="M170 296H182" />
      <path d="M171 312H181V328H171ZM168 328H184M170 328V340M182 328V340" className="fill-panel" />
      <path d="M167 340H185V356H167ZM172 356V382M180 356V382M164 382H188M164 388H188M168 388V400M184 388V400" />
    </g>
  )
}
