import { InstrumentBubble, Label } from '../../layout/instrument-bubble.tsx'
import { CardDrawing, MessageLine, SignalLine, StatusLight } from './drawing-parts.tsx'

/** IIoT: a field gateway reads two instruments and publishes to a broker that serves three topics to subscribers. */
export function IiotDrawing() {
  return (
    <CardDrawing>
      <path d="M24 164H296" className="stroke-line" />
      <SignalLine d="M54 50H58Q68 50 68 60V72Q68 82 78 82H86" />
      <SignalLine d="M54 138H58Q68 138 68 128V116Q68 106 78 106H86" />
      <InstrumentBubble tag="PT-101" x={36} y={50} r={18} />
      <InstrumentBubble tag="LT-204" x={36} y={138} r={18} />
      <path d="M132 62V46M102 126V164M128 126V164" />
      <rect x={128.5} y={28} width={7} height={18} rx={3.5} className="fill-panel" />
      <rect x={86} y={62} width={58} height={64} rx={5} className="fill-panel" />
      <StatusLight x={134} y={72} r={3} />
      <Label x={115} y={98} size={12}>
        GW-07
      </Label>
      <path d="M96 115H106M112 115H122M128 115H134" strokeWidth={1.25} />
      <MessageLine d="M144 94H190" />
      <MessageLine d="M242 66H282" />
      <MessageLine d="M242 94H282" />
      <MessageLine d="M242 122H282" />
      <rect x={190} y={28} width={52} height={108} rx={5} className="fill-panel" />
      <path d="M190 52H242M190 80H242M190 108H242" strokeWidth={1.25} />
      <Label x={216} y={44} size={12}>
        MQTT
      </Label>
      <path d="M200 66H224M200 94H208M214 94H232M200 122H220M226 122H232" className="stroke-accent" />
      <path d="M282 56H302V76H282ZM282 84H302V104H282ZM282 112H302V132H282Z" className="fill-panel" />
      <path d="M286.5 70 290 65 293.5 68 297.5 62M288 99V94M292 99V89M296 99V92M287 118H297M287 122H297M287 126H292" />
    </CardDrawing>
  )
}
