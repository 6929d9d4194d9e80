import { ago } from '../moment.ts'
import { paragraph, paragraphs } from '../prose.ts'
import { type DemoJob, EMPLOYEE_BENEFITS, postingOf } from './posting.ts'

/** A remote engineering opening. */
export const mqttEngineer: DemoJob = {
  posting: postingOf({
    title: 'MQTT / Sparkplug B Edge Engineer',
    location: 'Remote (United States), quarterly weeks in Midland',
    workplace: 'remote',
    remoteCountries: ['US'],
    travel: 'Four weeks a year in Midland',
    department: 'Edge & IIoT',
    jobType: 'Full-time',
    salaryRange: '$118,000 - $150,000 per year',
    payMin: 118_000,
    payMax: 150_000,
    payCurrency: 'USD',
    payPeriod: 'year',
    internalJobCode: 'PEC-EDG-2629',
    projectCode: 'UNS-ROLLOUT-01',
    status: 'active',
    isActive: true,
    overview: paragraph(
      'Move some 900 remote sites from poll-response to report-by-exception, and keep the data honest while the link',
      'comes and goes.',
    ),
    description: paragraphs(
      paragraph(
        'Each site gets an edge gateway that polls the local controllers, publishes Sparkplug B over TLS and holds up',
        'to seven days of data when the cellular link is down. The first 210 sites are live. The remaining ones',
        'differ in hardware, firmware and radio, and the rollout needs somebody who treats birth and death',
        'certificates, sequence numbers and store-and-forward as things that can be tested rather than hoped for.',
      ),
      paragraph(
        'You will own the namespace and the device templates, the broker pair and its bridging, and the test bench',
        'where we pull antennas on purpose.',
      ),
    ),
    responsibilities: [
      'Design and document the topic namespace: group, edge node and device ids that survive an asset sale',
      'Build gateway templates for Modbus, ROC Plus and EtherNet/IP devices, with deadbands that save data plans',
      "Run the broker cluster: access lists, certificates, retained state, bridging to the customer's cloud",
      'Prove store-and-forward and primary-host behaviour on the bench, then in the field',
      'Write the rollout kit a technician can follow without calling you',
      'Track cellular cost per site and bring it down',
    ],
    culture: paragraph(
      'The edge group is five people in three time zones. We write decisions down, one page each, and argue about the',
      'page instead of the person. You will meet everybody in Midland four times a year, boots on.',
    ),
    benefits: [
      ...EMPLOYEE_BENEFITS,
      '$1,500 for a home lab and the gateway of your choice on your desk',
      'All travel to Midland paid, booked by us',
    ],
    requirements: [
      'Production experience with MQTT, and a working understanding of the Sparkplug B state model',
      'Industrial gateways in the field: Ignition Edge, groov EPIC, Moxa, Red Lion or similar',
      'Linux on small devices: systemd, networking, logs that do not fill the flash',
      'TLS and certificate rotation at a few hundred devices or more',
      'Python or Go for tooling',
    ],
    criteria: [
      'Knows what a Sparkplug host does when the link comes back',
      'Writes for a technician',
      'Has led a rollout in the field',
    ],
  }),
  posted: ago(16, '17:25'),
}

/** The software opening of the landing page's third card. */
export const edgeSoftwareEngineer: DemoJob = {
  posting: postingOf({
    title: 'Edge Software Engineer (Python, Docker, SQL)',
    location: 'Midland, Texas or hybrid from Austin',
    workplace: 'hybrid',
    country: 'US',
    region: 'TX',
    city: 'Midland',
    department: 'Edge & IIoT',
    jobType: 'Full-time',
    salaryRange: '$115,000 - $145,000 per year',
    payMin: 115_000,
    payMax: 145_000,
    payCurrency: 'USD',
    payPeriod: 'year',
    internalJobCode: 'PEC-EDG-2630',
    projectCode: null,
    status: 'active',
    isActive: true,
    overview: paragraph(
      'Write the services that run in a box on a lease: plunger-lift optimisation, dynacard classification, leak and',
      'theft detection on tank levels, local history.',
    ),
    description: paragraphs(
      paragraph(
        'The box has four ARM cores, 4 GB of memory and a link that may be gone for a day. Services are Python in',
        'containers with SQLite underneath and PostgreSQL at the other end. An update has to go out to several hundred',
        'boxes, roll itself back when it fails, and never leave a well without its controller.',
      ),
      'You will write the code, the tests and the update. You will also read the motor valve manual.',
    ),
    responsibilities: [
      'Develop and maintain Python services that read, decide and write to controllers within agreed limits',
      'Keep images small, builds repeatable and updates staged, with rollback that has been tried this month',
      'Design schemas and sync for time-series data that arrives late, twice or out of order',
      'Work with production engineers to turn a spreadsheet rule into tested code',
      'Answer for your service in the field: metrics, logs, a one-page runbook',
    ],
    culture: paragraph(
      'Small releases, reviewed the same day. You spend your first two weeks riding with a field technician, because',
      'the best bug reports come from the truck. Engineers here tend to grow toward either the control side or the',
      'platform side; both have a path to principal.',
    ),
    benefits: [
      ...EMPLOYEE_BENEFITS,
      '$3,000 a year for training, books and conferences',
      'Good laptop, your choice of OS',
    ],
    requirements: [
      'Three years of Python in production, typed and tested',
      'Docker beyond the tutorial: multi-stage and multi-architecture builds, resource limits, health checks',
      'SQL you can read a query plan for',
      'An interest in physical processes; oil and gas experience is welcome and not required',
    ],
  }),
  posted: ago(12, '19:40'),
}

/** Internship, publicly open. */
export const scadaIntern: DemoJob = {
  posting: postingOf({
    title: 'SCADA Engineering Intern, Summer Term',
    location: 'Midland, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Midland',
    department: 'SCADA Applications',
    jobType: 'Internship',
    salaryRange: '$26 - $30 per hour',
    payMin: 26,
    payMax: 30,
    payCurrency: 'USD',
    payPeriod: 'hour',
    internalJobCode: 'PEC-INTERN-27',
    projectCode: null,
    status: 'active',
    isActive: true,
    overview: 'Twelve paid weeks with one project that is yours from the kickoff to the demonstration.',
    description: paragraph(
      'Past interns built a water-transfer simulator, a radio path map and the report that tells us which',
      'transmitters flat-line. All three are still in use. You get a mentor, a gateway of your own and a list of',
      'projects to pick from; you also spend one day a week in the field with a technician.',
    ),
    responsibilities: [
      'Deliver one scoped project in Ignition, Python or both',
      'Help with loop checks and point-to-point tests during a commissioning',
      'Write a short report and show the result to the whole company in week twelve',
    ],
    culture: 'Three of our engineers came through this program. We only take as many interns as we have mentors for.',
    benefits: [
      'Paid hourly, overtime included',
      'Furnished apartment shared with one other intern, or a $900 monthly stipend',
      'FR clothing, boots and H2S training provided',
    ],
    requirements: [
      'Enrolled in electrical, chemical, petroleum or computer engineering, or an instrumentation program',
      'Some programming in any language',
      "Driver's license",
      'Available for twelve weeks between mid-May and the end of August',
    ],
    questions: [
      {
        text: 'Which kind of project would you pick?',
        kind: 'one_of',
        isRequired: true,
        choices: ['Screens in Ignition', 'Python on a gateway', 'Instruments in the field'],
        lookAtFirst: [],
        probablyNot: [],
      },
      {
        text: 'Are you free for twelve weeks between mid-May and the end of August?',
        kind: 'yes_no',
        isRequired: true,
        choices: [],
        lookAtFirst: [],
        probablyNot: ['No'],
      },
    ],
    hiringSteps: ['A call with your mentor', 'An afternoon here or on video, with three short tasks'],
  }),
  posted: ago(33, '15:55'),
  closes: ago(-8, '12:00'),
}

/** A posting that was withdrawn. */
export const securityEngineer: DemoJob = {
  posting: postingOf({
    title: 'OT Network and Security Engineer',
    location: 'Houston, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Houston',
    department: 'Infrastructure',
    jobType: 'Full-time',
    salaryRange: '$125,000 - $155,000 per year',
    payMin: 125_000,
    payMax: 155_000,
    payCurrency: 'USD',
    payPeriod: 'year',
    internalJobCode: 'PEC-INF-2609',
    projectCode: 'ZONES-62443',
    status: 'cancelled',
    isActive: false,
    overview: 'Bring zones, conduits and a tested restore to field networks that were built one radio at a time.',
    description: paragraph(
      'Six operator networks, about 1,900 devices. The work starts with an inventory that people believe and ends with',
      'segmentation, remote access that expires, and backups of every controller program that have been restored once.',
    ),
    responsibilities: [
      'Build and maintain the asset inventory from passive captures, never from scans of live controllers',
      'Design segmentation to ISA/IEC 62443 and move sites over without a trip',
      'Replace shared vendor logins with brokered, recorded, time-limited access',
      'Run restore drills and an annual tabletop exercise with each operator',
    ],
    culture: 'You would be the first full-time hire in this group, with the founder as sponsor and a real budget.',
    benefits: [...EMPLOYEE_BENEFITS, 'GICSP or equivalent paid, exam and course'],
    requirements: [
      'Five years in OT or industrial networking',
      'Firewalls, VLANs, VPN and licensed or unlicensed radio links',
      'Familiarity with ISA/IEC 62443 and API 1164',
      'Respect for uptime: you have said no to a patch and explained why',
    ],
  }),
  posted: ago(154, '18:15'),
}

/** Not yet published. */
export const historianEngineer: DemoJob = {
  posting: postingOf({
    title: 'Historian and Reporting Engineer',
    location: 'Midland, Texas',
    workplace: 'on_site',
    country: 'US',
    region: 'TX',
    city: 'Midland',
    department: 'SCADA Applications',
    jobType: 'Full-time',
    salaryRange: '$95,000 - $120,000 per year',
    payMin: 95_000,
    payMax: 120_000,
    payCurrency: 'USD',
    payPeriod: 'year',
    internalJobCode: 'PEC-SCA-2633',
    projectCode: null,
    status: 'draft',
    isActive: false,
    overview: 'Make eleven years of tag history something a production engineer can ask a question of.',
    description: paragraph(
      'History sits in three stores with three naming schemes. Draft scope: one model, daily allocation and downtime',
      "reports, and an export the customer's data team can rely on. Start date depends on the renewal in January.",
    ),
    responsibilities: [
      'Map old tags to the asset model and keep the map under review',
      'Build allocation, downtime and emissions reports with traceable inputs',
      'Size and tune PostgreSQL partitions for five-second data',
    ],
    culture: 'Reports to the SCADA Applications lead; works with two developers and the measurement group.',
    benefits: EMPLOYEE_BENEFITS,
    requirements: [
      'Strong SQL',
      'Experience with Ignition history, Canary, PI or a comparable store',
      'Clear written English',
    ],
  }),
  posted: ago(5, '20:05'),
}
