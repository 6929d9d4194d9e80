import { Label } from '../../layout/instrument-bubble.tsx'
import { CardDrawing, MessageLine, SignalLine, StatusLight } from './drawing-parts.tsx'

/** Edge computing: a finned, bolted-down box that runs three containers between the field bus and the network. */
export function EdgeDrawing() {
  return (
    <CardDrawing>
      <path d="M24 164H296" className="stroke-line" />
      <SignalLine d="M16 88H58" />
      <MessageLine d="M262 88H304" />
      <path d="M84 36V22H236V36M103 22V36M122 22V36M141 22V36M160 22V36M179 22V36M198 22V36M217 22V36" />
      <path d="M70 56H58V128H70M250 56H262V128H250" className="fill-panel" />
      <path d="M64 66V72M64 112V118M256 66V72M256 112V118M92 148V164M104 148V164M216 148V164M228 148V164" />
      <rect x={70} y={36} width={180} height={112} rx={5} className="fill-panel" />
      <Container name="OPC" x={82} />
      <Container name="MQTT" x={136} />
      <Container name="DB" x={190} />
      <path d="M82 122H96V134H82ZM104 122H118V134H104ZM126 122H140V134H126Z" />
      <path d="M182 128H206" strokeWidth={1.25} />
      <StatusLight x={218} y={128} r={3} />
      <circle cx={232} cy={128} r={3} strokeWidth={1.25} />
    </CardDrawing>
  )
}

function Container({ name, x }: { name: string; x: number }) {
  return (
    <g transform={`translate(${x} 50)`}>
      <rect width={48} height={56} rx={3} className="fill-accent/15 stroke-accent" />
      <path d="M8 34V48M16 34V48M24 34V48M32 34V48M40 34V48" strokeWidth={1.25} className="stroke-accent" />
      <Label x={24} y={22} size={12}>
        {name}
      </Label>
    </g>
  )
}
