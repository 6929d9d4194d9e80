import { Label } from '../../layout/instrument-bubble.tsx'
import { CardDrawing, TankLevel, Valve } from './drawing-parts.tsx'

/** SCADA: an operator's screen with a tank mimic, two trends and one limit that wants attention. */
export function ScadaDrawing() {
  return (
    <CardDrawing>
      <path d="M24 164H296" className="stroke-line" />
      <path d="M144 144V164M176 144V164M120 164H200" />
      <rect x={36} y={12} width={248} height={132} rx={6} className="fill-panel" />
      <path d="M36 38H284M136 38V144" strokeWidth={1.25} />
      <Label x={68} y={29} size={12}>
        PAD-7
      </Label>
      <rect x={230} y={17} width={44} height={16} rx={3} className="fill-signal-amber/15 stroke-signal-amber" />
      <Label x={252} y={29} size={12}>
        HIGH
      </Label>
      <path d="M48 70 69 60 90 70V128H48Z" />
      <TankLevel x={49} y={70} width={40} height={57} />
      <path d="M48 70H90M90 114H136" />
      <Valve x={113} y={114} />
      <path d="M148 76H272M148 94H272M148 112H272M148 130H272" strokeWidth={1.25} className="stroke-line" />
      <path d="M148 58H272" strokeWidth={1.25} strokeDasharray="4 4" className="stroke-signal-amber" />
      <path d="M148 122C168 122 178 113 196 116S232 126 268 112" className="stroke-ink-muted" />
      <path d="M148 102C164 102 168 82 184 82S204 96 216 94 244 56 268 56" className="stroke-accent" />
      <circle cx={268} cy={56} r={3.5} className="fill-accent stroke-none" />
    </CardDrawing>
  )
}
