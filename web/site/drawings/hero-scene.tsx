import { InstrumentBubble, Label } from '../../layout/instrument-bubble.tsx'
import { MessageLine, SignalLine, StatusLight, TankLevel, Valve } from './drawing-parts.tsx'

/**
 * The landing page's scene, 600 by 440 units: oil runs along the ground from well to tank, readings rise to an edge
 * gateway, and its messages travel along the top to a broker and a trend.
 */
export function HeroScene() {
  return (
    <svg
      viewBox="0 0 600 440"
      role="img"
      aria-label="A well, a separator and a tank send their readings through an edge gateway to a message broker"
      className="drawing-hero h-auto w-full fill-none stroke-ink"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M12 400H588" className="stroke-line" />
      <Pumpjack />
      <Pipes />
      <Separator />
      <Tank />
      <Outlet />
      <Signals />
      <Gateway />
      <Broker />
      <Trend />
    </svg>
  )
}

function Pipes() {
  return (
    <g>
      <path d="M185 348H204Q216 348 216 336V328Q216 316 228 316H268M194 342V354M262 310V322M240 316V231" />
      <path d="M330 286V260Q330 248 342 248H432M324 279H336M424 242 432 248 424 254" />
      <path d="M379 241V255M389 241V255M384 248V231" />
      <path d="M364 346V356Q364 368 376 368H456M358 353H370M449 362V374" />
      <Valve x={412} y={368} />
    </g>
  )
}

function Separator() {
  return (
    <g>
      <path
        d="M293 346V394H303V346M339 346V394H349V346M286 394H310V400H286ZM332 394H356V400H332Z"
        className="fill-panel"
      />
      <path d="M284 286H376A16 30 0 0 1 376 346H284A16 30 0 0 1 284 286Z" className="fill-panel stroke-none" />
      <path
        d="M268.5 321H391.5A16 30 0 0 1 376 346H284A16 30 0 0 1 268.5 321Z"
        className="fill-accent/15 stroke-none"
      />
      <path d="M269 321H391" className="stroke-accent" />
      <path d="M284 286H376A16 30 0 0 1 376 346H284A16 30 0 0 1 284 286Z" />
      <Label x={330} y={311} size={17}>
        V-102
      </Label>
    </g>
  )
}

function Tank() {
  return (
    <g>
      <path d="M456 400V272L514 252 572 272V400Z" className="fill-panel" />
      <TankLevel x={457} y={272} width={114} height={127} />
      <path d="M456 272H572" />
      <path d="M514 252V231M506 252H522" />
      <path d="M560 296H572M564 316H572M560 336H572M564 356H572M560 376H572" strokeWidth={1.25} />
      <Label x={508} y={374} size={17}>
        TK-201
      </Label>
    </g>
  )
}

/** Where the process line of the page begins (`landing.css`). */
function Outlet() {
  return (
    <g>
      <path d="M540 400V440" strokeLinecap="butt" className="stroke-control" vectorEffect="non-scaling-stroke" />
      <path d="M534 410H546L534 430H546Z" className="fill-panel" />
      <path d="M540 420H551M551 414V426" />
    </g>
  )
}

function Signals() {
  return (
    <g>
      <SignalLine d="M514 177V164Q514 152 502 152H104Q92 152 92 140V116" />
      <SignalLine d="M384 177V164Q384 152 372 152H104Q92 152 92 140V116" branch="M384 177V164Q384 152 372 152" />
      <SignalLine d="M240 177V164Q240 152 228 152H104Q92 152 92 140V116" branch="M240 177V164Q240 152 228 152" />
      <InstrumentBubble tag="PT-101" x={240} y={204} r={27} />
      <InstrumentBubble tag="FT-110" x={384} y={204} r={27} />
      <InstrumentBubble tag="LT-204" x={514} y={204} r={27} />
    </g>
  )
}

function Gateway() {
  return (
    <g>
      <path d="M48 44V34H112V44M61 34V44M74 34V44M86 34V44M99 34V44M132 44V32" />
      <rect x={128} y={10} width={8} height={22} rx={4} className="fill-panel" />
      <rect x={36} y={44} width={112} height={72} rx={6} className="fill-panel" />
      <path d="M52 106H68M76 106H92M100 106H116" strokeWidth={1.25} />
      <StatusLight x={134} y={60} r={4} />
      <Label x={92} y={86} size={17}>
        EDGE-01
      </Label>
    </g>
  )
}

function Broker() {
  return (
    <g>
      <MessageLine d="M148 80H240" />
      <MessageLine d="M332 80H424" />
      <Label x={194} y={66} size={17}>
        MQTT
      </Label>
      <rect x={240} y={32} width={92} height={96} rx={6} className="fill-panel" />
      <path d="M240 64H332M240 96H332" strokeWidth={1.25} />
      <Label x={286} y={53} size={17}>
        BROKER
      </Label>
      <path d="M256 80H272M280 80H296M304 80H316M256 112H288M296 112H304" className="stroke-accent" />
    </g>
  )
}

function Trend() {
  return (
    <g>
      <rect x={424} y={32} width={152} height={96} rx={6} className="fill-panel" />
      <path d="M436 76H564M436 96H564M436 116H564" strokeWidth={1.25} className="stroke-line" />
      <path d="M436 66H564" strokeWidth={1.25} strokeDasharray="4 4" className="stroke-signal-amber" />
      <path d="M436 108C452 108 456 92 468 92S484 104 496 104 514 78 526 78 544 88 560 84" className="stroke-accent" />
      <circle cx={560} cy={84} r={3.5} className="fill-accent stroke-none" />
      <Label x={467} y={53} size={17}>
        PT-101
      </Label>
    </g>
  )
}

/** A beam pump over its well, in the hero's units: ground at y 400, polished rod at x 176, wing outlet at 185, 348. */
function Pumpjack() {
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
