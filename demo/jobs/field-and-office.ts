import { ago } from '../moment.ts'
import { paragraph, paragraphs } from '../prose.ts'
import { type DemoJob, EMPLOYEE_BENEFITS, postingOf, WRITTEN } from './posting.ts'

const CONTRACT_TERMS = [
  'Weekly pay, net 7',
  'Per diem of $135 for nights away from home',
  'Site-specific training on the clock',
]

/** A field opening. */
export const fieldTechnician: DemoJob = {
  posting: postingOf({
    title: 'Controls Field Technician',
    location: 'Carlsbad, New Mexico',
    workplace: 'on_site',
    country: 'US',
    region: 'NM',
    city: 'Carlsbad',
    travel: 'Within 90 minutes of the Carlsbad yard',
    rotation: '8 days on, 6 days off',
    department: 'Field Services',
    jobType: 'Full-time',
    salaryRange: '$34 - $44 per hour plus overtime',
    payMin: 34,
    payMax: 44,
    payCurrency: 'USD',
    payPeriod: 'hour',
    internalJobCode: 'PEC-FLD-2626',
    projectCode: null,
    status: 'active',
    isActive: true,
    overview: paragraph(
      'Install, commission and repair the panels, radios and instruments that everything else in this company depends',
      'on.',
    ),
    description: paragraphs(
      paragraph(
        'You work out of the Carlsbad yard with a stocked truck. Most days are two or three sites: a new battery to',
        'loop-check, a guided-wave radar that reads full when the tank is empty, an antenna that has been shot again.',
        'You have an engineer on the phone who answers.',
      ),
      'Eight days on, six off. Overtime is real and so are the six days.',
    ),
    responsibilities: [
      'Install and terminate RTU and PLC panels, solar systems, radios and antennas to the drawings, and red-line them',
      'Calibrate and configure pressure, level, temperature and flow instruments over HART',
      'Loop-check with the SCADA engineer and sign off each point',
      'Troubleshoot 4-20 mA, discrete, RS-485 and Ethernet problems down to the terminal',
      'Fill in the job hazard analysis before the tools come out, every time',
      'Keep truck stock counted and the calibration records current',
    ],
    culture: paragraph(
      'Anyone may stop a job. Technicians who want to program get bench time and a mentor; technicians who want to',
      'stay in the field get to lead a crew. Both are promotions.',
    ),
    benefits: [
      ...EMPLOYEE_BENEFITS,
      'Company truck, taken home, with fuel card',
      'Tools, meters and FR clothing supplied and replaced',
      'Overtime after 40 hours, drive time between sites paid',
    ],
    requirements: [
      'Two years of instrumentation, electrical or automation work in the oilfield',
      'Comfort with a multimeter, a loop calibrator and a laptop on a tailgate',
      'Clean driving record and current H2S card',
      'Able to climb tank stairs and lift 50 lb',
    ],
    questions: [
      {
        text: 'Do you hold a current H2S card?',
        kind: 'yes_no',
        isRequired: true,
        choices: [],
        lookAtFirst: [],
        probablyNot: ['No'],
      },
      { ...WRITTEN, text: 'When could you start?', kind: 'date' },
    ],
  }),
  posted: ago(19, '12:50'),
}

/** Contract work, publicly open. */
export const plcContract: DemoJob = {
  posting: postingOf({
    title: 'PLC Programmer, Saltwater Disposal (6-month contract)',
    location: 'Pecos, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Pecos',
    travel: 'Daily, between sites around Pecos',
    department: 'Integration',
    jobType: 'Contract',
    salaryRange: '$72 - $88 per hour',
    payMin: 72,
    payMax: 88,
    payCurrency: 'USD',
    payPeriod: 'hour',
    internalJobCode: 'PEC-CON-2611',
    projectCode: 'SWD-EXPANSION-07',
    status: 'active',
    isActive: true,
    overview:
      'Program and start up seven saltwater disposal facilities on CompactLogix, one every three to four weeks.',
    description: paragraph(
      'The first facility is running and its code is the template: pump staging on VFDs, tank and gun-barrel levels,',
      'skim oil, injection pressure limits from the permit. The next seven differ in pump count and tank layout. We',
      'want the template improved where it deserves it, then left alone.',
    ),
    responsibilities: [
      'Adapt the template in Studio 5000 and keep one source for all sites',
      'Tune pump staging and VFD loops during start-up',
      'Test every shutdown in the cause-and-effect chart, with signatures',
      'Deliver commented code, an I/O list and a one-hour operator briefing per site',
    ],
    culture: paragraph(
      'You report to the integration lead and have a technician for the start-up days. Good contractors come back:',
      'four of the last six have had a second contract or an offer.',
    ),
    benefits: CONTRACT_TERMS,
    requirements: [
      'Five years of Allen-Bradley programming, some of it on water or disposal facilities',
      'PowerFlex drives over EtherNet/IP',
      'Own laptop; we provide the Studio 5000 license',
      'General liability insurance or placement through one of our agencies',
    ],
  }),
  posted: ago(28, '14:35'),
}

/** An opening that names no department. */
export const panelShop: DemoJob = {
  posting: postingOf({
    title: 'Panel Shop Wireman (Evenings)',
    location: 'Odessa, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Odessa',
    department: null,
    jobType: 'Part-time',
    salaryRange: '$24 - $29 per hour',
    payMin: 24,
    payMax: 29,
    payCurrency: 'USD',
    payPeriod: 'hour',
    internalJobCode: null,
    projectCode: null,
    status: 'active',
    isActive: true,
    overview: 'Build RTU and PLC panels to UL 508A drawings, 20 to 25 hours a week, evenings after four.',
    description: 'Small batches of the same six panels. Lay out, drill, wire, label, ring out. Quiet shop, good light.',
    responsibilities: [
      'Wire panels from schematics and mark every deviation in red',
      'Ring out and power up with the test sheet',
      'Keep wire, ferrules and labels in stock',
    ],
    culture: 'Suits an apprentice, a student in an instrumentation program or somebody who likes exact work.',
    benefits: ['Hours fixed two weeks ahead', 'Paid sick leave', 'Hand tools supplied'],
    requirements: ['Can read a schematic', 'Neat terminations', 'Six months of panel or harness work, or a course'],
  }),
  posted: ago(47, '21:15'),
}

/** Part-time office work without a published salary. */
export const technicalWriter: DemoJob = {
  posting: postingOf({
    title: 'Technical Writer, Control System Documentation',
    location: 'Remote (Central or Mountain time)',
    workplace: 'remote',
    remoteCountries: ['US'],
    department: 'Engineering Services',
    jobType: 'Part-time',
    salaryRange: null,
    internalJobCode: 'PEC-ENG-2615',
    projectCode: null,
    status: 'active',
    isActive: true,
    overview: paragraph(
      'Write the control narratives and operator guides that somebody will open during an upset, 16 to 20 hours a',
      'week.',
    ),
    description: paragraph(
      'Our engineers know how each facility behaves; the narrative often lags behind. You interview them, read the',
      'ladder with their help, and produce documents with one structure across all customers: what it does, what',
      'trips it, how to bring it back. Source is Markdown in Git; the PDF is built from it.',
    ),
    responsibilities: [
      'Write and revise control narratives, operator guides and alarm response sheets',
      'Keep the terminology list and the templates',
      'Check every alarm response with the operator who will use it',
      'Bring documents up to date within ten working days after a commissioning',
    ],
    culture: 'You choose your hours. Engineers owe you answers within two days, and we hold them to it.',
    benefits: ['Pro-rated paid time off', '401(k) with match from the first hour', 'Home office allowance of $600'],
    requirements: [
      'Portfolio with procedures or technical manuals; redacted is fine',
      'Ability to read a P&ID or the wish to learn it quickly',
      'Plain English under pressure',
    ],
  }),
  posted: ago(62, '16:10'),
}

/** A salaried office opening. */
export const projectManager: DemoJob = {
  posting: postingOf({
    title: 'Project Manager, Automation',
    location: 'Midland, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Midland',
    department: 'Project Delivery',
    jobType: 'Full-time',
    salaryRange: '$120,000 - $148,000 per year',
    payMin: 120_000,
    payMax: 148_000,
    payCurrency: 'USD',
    payPeriod: 'year',
    internalJobCode: 'PEC-PMO-2622',
    projectCode: null,
    status: 'active',
    isActive: true,
    overview: 'Run five to eight automation projects between $150,000 and $2 million from quotation to final invoice.',
    description: paragraph(
      'Panels have sixteen-week parts in them, operators move spud dates, and a technician can be in one place at a',
      "time. You keep the schedule true, tell the customer before they ask, and protect the engineers' afternoons.",
    ),
    responsibilities: [
      'Own scope, schedule, budget and change orders for each project',
      'Plan crews and long-lead procurement with the shop and field supervisors',
      'Hold a weekly call with each operator and send the notes the same day',
      'Chair acceptance tests and close the punch list',
      'Report earned value and margin monthly; explain the surprises',
    ],
    culture: paragraph(
      'We would rather hear about a slip in week two than in week ten. Managers here have all carried a laptop to a',
      'site, and it shows in the quotations.',
    ),
    benefits: [...EMPLOYEE_BENEFITS, 'Annual bonus on project margin, paid in March', 'Vehicle allowance'],
    requirements: [
      'Five years managing automation, electrical or instrumentation projects',
      'Change-order discipline, with an example you can tell',
      'Able to read a one-line, a P&ID and a loop drawing',
      'PMP is welcome; judgement is required',
    ],
  }),
  posted: ago(37, '13:45'),
}

/** Filled not long ago. */
export const instrumentTechnician: DemoJob = {
  posting: postingOf({
    title: 'Instrument and Electrical Technician',
    location: 'Big Spring, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Big Spring',
    department: 'Field Services',
    jobType: 'Full-time',
    salaryRange: '$33 - $41 per hour plus overtime',
    payMin: 33,
    payMax: 41,
    payCurrency: 'USD',
    payPeriod: 'hour',
    internalJobCode: 'PEC-FLD-2612',
    projectCode: null,
    status: 'filled',
    isActive: true,
    overview: 'Keep the instruments of nine central tank batteries within tolerance and out of the alarm list.',
    description: paragraph(
      'A maintenance route rather than construction: planned calibrations, call-outs, and small improvements you',
      "propose yourself. The customer's foreman knows you by name within a month.",
    ),
    responsibilities: [
      'Perform the calibration plan and record as-found and as-left values',
      'Repair pneumatic and electric actuators, level switches and fire-eye systems',
      'Support combustion management checks on heater treaters',
      'Report repeat failures with a suggestion',
    ],
    culture: 'One technician, one route, one supervisor in Big Spring. Independent work with backup when you ask.',
    benefits: [...EMPLOYEE_BENEFITS, 'Company truck, taken home, with fuel card'],
    requirements: [
      'Three years of I&E work in production facilities',
      'Journeyman license or progress toward it',
      'H2S and SafeLand cards',
    ],
  }),
  posted: ago(131, '14:20'),
  closed: ago(58, '22:10'),
}

/** A contract that was withdrawn before it began. */
export const commissioningContract: DemoJob = {
  posting: postingOf({
    title: 'Commissioning Lead, Central Gathering Facility (contract)',
    location: 'Orla, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Orla',
    department: 'Field Services',
    jobType: 'Contract',
    salaryRange: '$95 - $110 per hour',
    payMin: 95,
    payMax: 110,
    payCurrency: 'USD',
    payPeriod: 'hour',
    internalJobCode: 'PEC-CON-2604',
    projectCode: 'CGF-ORLA-01',
    status: 'cancelled',
    isActive: false,
    overview: 'Lead instrument and control commissioning of a new 60,000 bbl/d central gathering facility.',
    description: paragraph(
      'About 1,100 hard-wired points, four packages with their own controllers, one flare system. Withdrawn after the',
      'operator deferred the second train.',
    ),
    responsibilities: [
      'Write the commissioning plan and systemize the turnover packages',
      'Coordinate four vendors and two field crews',
      'Sign the pre-startup safety review for controls',
    ],
    culture: 'Twelve weeks on site with a crew of four from our Carlsbad yard.',
    benefits: CONTRACT_TERMS,
    requirements: ['Ten years in facility commissioning', 'Two facilities led from mechanical completion to first oil'],
  }),
  posted: ago(203, '17:00'),
}
