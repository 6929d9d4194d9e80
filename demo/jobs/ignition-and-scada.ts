import { ago, on } from '../moment.ts'
import { paragraph, paragraphs } from '../prose.ts'
import { type DemoJob, EMPLOYEE_BENEFITS, type PostingContent, postingOf, WRITTEN } from './posting.ts'

const ignitionDeveloperContent: PostingContent = {
  title: 'Ignition Developer (Perspective)',
  location: 'Midland, Texas',
  workplace: 'on_site',
  country: 'US',
  region: 'TX',
  city: 'Midland',
  department: 'SCADA Applications',
  jobType: 'Full-time',
  salaryRange: '$98,000 - $128,000 per year',
  payMin: 98_000,
  payMax: 128_000,
  payCurrency: 'USD',
  payPeriod: 'year',
  internalJobCode: 'PEC-SCA-2631',
  projectCode: 'DLW-PERSP-02',
  status: 'active',
  isActive: true,
  overview: paragraph(
    'You will build the Perspective screens that pumpers and control-room operators use to run roughly 2,400 wells',
    'and 180 tank batteries in the Midland and Delaware basins.',
  ),
  description: paragraphs(
    paragraph(
      'Our largest operator is moving from Vision clients on fixed desks to Perspective on phones, truck tablets and a',
      'video wall. About a third of the screens are done. You join two developers and a lead, take over the tank',
      'battery and water-transfer templates, and own them through cut-over.',
    ),
    paragraph(
      'We work from UDTs up: one definition per equipment class, indirect bindings, named queries, no per-well',
      'screens. Gateways are redundant pairs on 8.3, projects live in Git, and every change goes through a test',
      'gateway with simulated Sparkplug devices before it reaches a customer.',
    ),
  ),
  responsibilities: [
    'Build Perspective views and templates for tank batteries, SWD facilities, LACT units and ESP wells',
    'Extend our UDT library and the Jython library behind it, with unit tests where the logic earns them',
    'Tune tag history, named queries and bindings so that an overview page opens in under two seconds over LTE',
    'Configure alarm pipelines and shelving with the operator, following the ISA-18.2 rationalization sheets',
    'Sit with pumpers in the field one or two days a month and watch how the screens are really used',
    "Review your colleagues' pull requests and have yours reviewed",
  ],
  culture: paragraph(
    'Thirty-four people, no layer between you and the customer. Developers move up by owning a facility type and then',
    'a whole operator; two of our four leads started in the field. We pay for Inductive University time during working',
    'hours and for the Gold exam, including the second attempt.',
  ),
  benefits: [
    ...EMPLOYEE_BENEFITS,
    '$3,000 a year for training and certification',
    'Every second Friday off once you have finished your first cut-over',
  ],
  requirements: [
    'Two or more years building in Ignition, at least one of them in Perspective',
    'UDTs, indirect bindings, Jython scripting and SQL that you can explain to somebody else',
    'Working knowledge of oil and gas surface equipment: separators, heater treaters, tank gauging, VRUs',
    'Git; code review is part of the day',
    "A driver's license and willingness to visit lease sites",
  ],
  criteria: [
    'Perspective screens that operators like',
    'Scripts that others can maintain',
    'Explains decisions in plain words',
  ],
  questions: [
    {
      text: 'Which Ignition certificates do you have?',
      kind: 'several_of',
      isRequired: false,
      choices: ['Core', 'Gold', 'None yet'],
      lookAtFirst: ['Gold'],
      probablyNot: [],
    },
    { ...WRITTEN, text: 'Years of building in Perspective', kind: 'number', isRequired: true },
    {
      ...WRITTEN,
      text: 'Which screen are you proud of, and what did its operators change about it?',
      kind: 'long_text',
    },
    { ...WRITTEN, text: 'A link to a project that you may show', kind: 'link' },
  ],
  hiringSteps: [
    'Half an hour on the phone with the lead developer',
    'Two hours with a slow overview page of ours, at your desk, paid',
    'A day in Midland: the team, the customer, lunch',
  ],
}

/** The flagship opening, and the one that has been cloned. */
export const ignitionDeveloper: DemoJob = {
  posting: postingOf(ignitionDeveloperContent),
  posted: ago(9, '15:10'),
  closes: ago(-19, '12:00'),
}

/** A clone of {@link ignitionDeveloper} that an admin has begun to adapt. */
export const ignitionDeveloperClone: DemoJob = {
  posting: postingOf({
    ...ignitionDeveloperContent,
    location: 'Houston, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Houston',
    salaryRange: '$104,000 - $134,000 per year',
    payMin: 104_000,
    payMax: 134_000,
    payCurrency: 'USD',
    payPeriod: 'year',
    internalJobCode: `${ignitionDeveloperContent.internalJobCode}-COPY`,
    projectCode: null,
    status: 'draft',
    isActive: false,
  }),
  posted: ago(2, '21:45'),
}

/** An ordinary engineering opening. */
export const scadaEngineer: DemoJob = {
  posting: postingOf({
    title: 'SCADA Integration Engineer',
    location: 'Midland, Texas (about 30% travel in the Permian)',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Midland',
    travel: 'About 30%, in the Permian Basin',
    department: 'Integration',
    jobType: 'Full-time',
    salaryRange: '$105,000 - $140,000 per year',
    payMin: 105_000,
    payMax: 140_000,
    payCurrency: 'USD',
    payPeriod: 'year',
    internalJobCode: 'PEC-INT-2624',
    projectCode: null,
    status: 'active',
    isActive: true,
    overview: paragraph(
      'Take a facility from P&ID to a commissioned point list: polling, tags, alarms, history and the handover binder.',
    ),
    description: paragraph(
      'Every operator we serve has a little of everything: ROC800s polled over 900 MHz, CompactLogix skids from three',
      'vendors, a Modbus map nobody has updated since 2014. You read the drawings and the code, settle the map with',
      "the package vendor, build it in Ignition or in the customer's existing host, and stay on the radio with the",
      'field technician until each point is loop-checked. A typical engineer carries three or four facilities at a',
      'time.',
    ),
    responsibilities: [
      'Turn P&IDs, cause-and-effect charts and vendor register maps into a reviewed I/O and tag list',
      'Configure Modbus, ROC Plus, EtherNet/IP, DNP3 and OPC UA connections and size the polling for the radio path',
      'Run factory and site acceptance tests, and write down what failed',
      'Migrate facilities from legacy hosts without losing flow history or alarm set points',
      'Write the handover package: tag list, network drawing, backups, restore procedure',
      'Share an on-call week about every seventh week, with time off in return',
    ],
    culture: paragraphs(
      paragraph(
        'You get the same engineer as a mentor for your first two facilities. After that you choose a direction:',
        'measurement, communications, or leading a customer account.',
      ),
      'We stop work when something is not safe, and nobody has ever had to argue for it afterwards.',
    ),
    benefits: [
      ...EMPLOYEE_BENEFITS,
      'Pool truck for field days, per diem when you stay overnight',
      'FR clothing, boots and H2S monitor provided',
    ],
    requirements: [
      "Bachelor's degree in an engineering field, or the same ground covered in the field",
      'Three years of SCADA or controls integration in oil and gas, water or power',
      'Serial and IP troubleshooting: you have read a Modbus frame in hex and found the swapped word',
      "Ladder and function block to the level of reading somebody else's program",
      'SafeLand or PEC card, or the ability to pass it in the first month',
    ],
  }),
  posted: ago(23, '14:05'),
}

/** The longest title the cards and tables have to cope with. */
export const seniorGatheringEngineer: DemoJob = {
  posting: postingOf({
    title: [
      'Senior Controls and Automation Engineer, Midstream Gas Gathering, Compression and Dehydration',
      '(ControlLogix, Emerson ROC and FB Series, Ignition), Delaware Basin 14/14 Rotation',
    ].join(' '),
    location: 'Pecos, Texas and Jal, New Mexico',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Pecos',
    department: 'Integration',
    jobType: 'Full-time',
    salaryRange: '$138,000 - $165,000 per year plus rotation premium',
    payMin: 138_000,
    payMax: 165_000,
    payCurrency: 'USD',
    payPeriod: 'year',
    rotation: '14 days on, 14 days off',
    travel: 'Between Pecos and Jal, company truck',
    hiringSteps: [
      'A call with the engineer you would alternate with, about 30 minutes',
      'Half a day at a station in Pecos: we read a shutdown matrix together',
      'Our offer, or the reason why not, within three working days of that',
    ],
    internalJobCode: 'PEC-INT-2627',
    projectCode: 'GGS-NORTHLOOP-11',
    status: 'active',
    isActive: true,
    overview: paragraph(
      'Own the controls of eleven compressor stations and two dehydration plants on a 340-mile gathering system,',
      'fourteen days on and fourteen off, alternating with one other senior engineer.',
    ),
    description: paragraphs(
      paragraph(
        'The system grew by acquisition. Four stations run ControlLogix, five run packager panels with Altronic or',
        'Murphy front ends, and two are still on relays and good intentions. The customer has funded a three-year',
        'program to bring them to one standard: one PLC platform, one alarm philosophy, one Ignition gateway pair in',
        'Pecos.',
      ),
      paragraph(
        'You write and defend the standard, convert one station roughly every ten weeks, and keep the rest running in',
        'the meantime. Line pack, recycle, suction scrubber level and ESD behaviour have to be right the first time;',
        'the conversions happen with the station on line and its neighbour carrying the load.',
      ),
      paragraph(
        'Flow computers and custody metering belong to the measurement group. You give them clean data and a good',
        'network, and you do not touch a meter factor.',
      ),
    ),
    responsibilities: [
      'Maintain the station control standard: program structure, tag naming, shutdown matrix, alarm priorities',
      'Write and review ControlLogix code for compressor sequencing, load sharing, recycle and anti-slug control',
      'Plan cut-overs hour by hour with operations, including the way back',
      'Lead HAZOP and LOPA follow-ups that touch the control system, and verify shutdown functions after every change',
      'Configure ROC and FB devices for station data and peer-to-peer permissives',
      'Bring two mid-level engineers to the point where they can run a conversion without you',
      'Hand over in person at each shift change, with a written list',
    ],
    culture: paragraph(
      'Rotation means rotation: when you are off, the phone belongs to the other half of the pair. Both halves have a',
      'say in whom we hire next. The program is large enough to make a principal engineer out of the person who',
      'finishes it.',
    ),
    benefits: [
      ...EMPLOYEE_BENEFITS,
      'Company housing in Pecos during your fourteen days, single room',
      'Company truck, fuel and FR clothing',
      'Rotation premium of $160 for each day on shift',
      'Mileage or airfare to Midland at both ends of the hitch',
    ],
    requirements: [
      'Eight years in controls, four of them in gas gathering, compression or processing',
      'ControlLogix and Studio 5000, including redundancy, add-on instructions and produced/consumed tags',
      "Reciprocating compressor control and protection, and the habit of reading the packager's manual",
      'Working knowledge of ISA-84 / IEC 61511 and of what a SIL rating does not tell you',
      'Experience with ROC800 or FB3000 devices and DF1, Modbus and EtherNet/IP in the same panel',
      'Ability to live on rotation and drive lease roads in all weather',
    ],
  }),
  posted: ago(41, '16:30'),
}

/** Stored as active but switched off: shown to admins as Inactive. */
export const supportAnalyst: DemoJob = {
  posting: postingOf({
    title: 'SCADA Support Analyst, Night Shift',
    location: 'Midland, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Midland',
    department: 'Operations Support',
    jobType: 'Full-time',
    rotation: 'Four nights on, four off',
    salaryRange: '$31 - $37 per hour plus 12% night differential',
    payMin: 31,
    payMax: 37,
    payCurrency: 'USD',
    payPeriod: 'hour',
    internalJobCode: 'PEC-OPS-2618',
    projectCode: null,
    status: 'active',
    isActive: false,
    overview: 'Be the person who answers when a pumper calls at 2 a.m. because a battery has gone grey on the map.',
    description: paragraph(
      'Four twelve-hour nights on, four off. You watch gateway health, radio statistics and stale-data reports for six',
      'operators, clear what can be cleared from the desk, and wake the on-call engineer only when it is worth it.',
    ),
    responsibilities: [
      'Triage communication failures: device, radio, tower, VPN or host',
      'Restart, fail over and restore by the runbook; improve the runbook when it was wrong',
      'Keep the shift log so that the morning call takes five minutes',
      'Pull nightly tag-quality reports and open tickets for repeat offenders',
    ],
    culture: 'Most analysts move into integration within two years. The desk is the fastest way to learn every site.',
    benefits: [...EMPLOYEE_BENEFITS, 'Night differential paid on all hours, training weeks included'],
    requirements: [
      'One year on a SCADA, NOC or plant control desk',
      'TCP/IP basics: you can tell a routing problem from a dead radio',
      'Clear writing and a calm telephone voice',
    ],
  }),
  posted: ago(96, '13:20'),
}

/** Old and filled; the early applications point here. */
export const measurementEngineer: DemoJob = {
  posting: postingOf({
    title: 'Controls Engineer, LACT and Measurement',
    location: 'Midland, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Midland',
    department: 'Measurement',
    jobType: 'Full-time',
    salaryRange: '$110,000 - $138,000 per year',
    payMin: 110_000,
    payMax: 138_000,
    payCurrency: 'USD',
    payPeriod: 'year',
    internalJobCode: 'PEC-MEA-2503',
    projectCode: 'LACT-REFIT-25',
    status: 'filled',
    isActive: false,
    overview: 'Refit 46 LACT units with new flow computers and bring their tickets into one auditable system.',
    description: paragraph(
      'Pipeline partners audit these units every quarter. You design the panel refit, program the flow computers,',
      'prove the meters with the witness present and make the ticket in the database agree with the ticket on the',
      'printer.',
    ),
    responsibilities: [
      'Program flow computers for Coriolis and PD meters to API MPMS chapters 11, 12 and 21.2',
      'Design divert, BS&W and sampler control, and test it with the gauger',
      'Schedule and witness provings; track meter factors and their drift',
      'Reconcile run tickets between device, host and accounting',
    ],
    culture:
      'Measurement is a group of three with a lead who has twenty years of audits behind her and likes to teach.',
    benefits: [...EMPLOYEE_BENEFITS, 'Annual school at one of the measurement short courses'],
    requirements: [
      'Four years in liquid measurement or custody transfer',
      'Flow computer configuration on at least one platform',
      'API MPMS literacy and patience with paperwork',
    ],
  }),
  posted: on('2025-02-18T15:00:00.000Z'),
  closed: on('2025-08-04T19:30:00.000Z'),
}
