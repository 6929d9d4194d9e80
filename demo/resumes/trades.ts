/** What people of one trade put into a resume. */
export type TradeContent = {
  /** Job titles, most senior first. */
  titles: [string, string, string]
  /** Ends the sentence that begins with the number of years. */
  focus: string
  strength: string
  /** At least eight, so that three jobs never share one. */
  duties: string[]
  skills: string[]
  degrees: string[]
}

const ignition: TradeContent = {
  titles: ['Senior Ignition Developer', 'SCADA Developer', 'Automation Technician'],
  focus: 'building HMI and SCADA applications in Ignition for upstream and midstream operators',
  strength: 'Works from UDTs up and tests on a simulated gateway before anything reaches a control room.',
  duties: [
    'Built Perspective templates for 64 tank batteries from one UDT library',
    'Moved 14 Vision projects to Perspective without a day of lost history',
    'Cut overview load time from 9 s to under 2 s with named-query caching',
    'Wrote Jython scripts for daily allocation, reviewed by production accounting',
    'Configured redundant gateways and rehearsed the failover twice a year',
    'Rationalized 3,100 alarms with operations; standing alarms fell by 70%',
    'Set up Git-based deployment from test to production gateways',
    'Trained 22 pumpers on mobile screens at their own sites',
    'Documented every tag provider and its owner',
  ],
  skills: ['Ignition 8.1 / 8.3', 'Perspective', 'Vision', 'Jython', 'PostgreSQL', 'OPC UA', 'MQTT', 'Git'],
  degrees: ['B.S. Electrical Engineering', 'B.S. Computer Science', 'A.A.S. Automation and Robotics'],
}

const scada: TradeContent = {
  titles: ['Lead SCADA Engineer', 'SCADA Integration Engineer', 'Controls Engineer I'],
  focus: 'integrating RTUs, PLCs and hosts for production and gathering facilities',
  strength: 'Takes a facility from P&ID to a signed point list and stays for the loop check.',
  duties: [
    'Integrated 38 ROC800 sites over licensed 900 MHz radio, with polling sized to the channel',
    'Commissioned a 40,000 bbl/d battery with 620 points in nine days',
    'Programmed ControlLogix compressor sequencing with recycle and load sharing',
    'Migrated 210 sites from a legacy host with no gap in flow history',
    'Wrote the tag-naming standard now used by three operators',
    'Settled Modbus maps with eleven package vendors before factory tests',
    'Led acceptance tests and closed punch lists of up to 140 items',
    'Configured DNP3 outstations for two electrical substations',
    'Kept an on-call record of 96% remote resolution',
  ],
  skills: ['Modbus RTU/TCP', 'ROC Plus', 'DNP3', 'ControlLogix', 'Ignition', 'AVEVA', 'P&ID', 'ISA-18.2'],
  degrees: ['B.S. Electrical Engineering', 'B.S. Chemical Engineering', 'B.S. Mechatronics'],
}

const edge: TradeContent = {
  titles: ['Senior Edge Engineer', 'IIoT Engineer', 'Communications Technician'],
  focus: 'moving field data over MQTT, Sparkplug B and cellular links',
  strength: 'Treats a lost link as the normal case and proves it on the bench.',
  duties: [
    'Rolled out Sparkplug B gateways to 310 well pads in fourteen months',
    'Designed a topic namespace that outlived two asset sales',
    'Ran a clustered broker with mutual TLS for 1,200 clients',
    'Lowered cellular cost by 46% with deadbands and report by exception',
    'Proved seven-day store-and-forward by pulling antennas on a schedule',
    'Wrote an install kit that lets one technician bring up a site in 90 minutes',
    'Automated certificate rotation across the gateway fleet',
    'Surveyed radio paths and replaced 27 failing links',
    'Bridged plant brokers to the cloud behind a DMZ',
  ],
  skills: ['MQTT', 'Sparkplug B', 'Ignition Edge', 'groov EPIC', 'Linux', 'TLS / PKI', 'Python', 'LTE'],
  degrees: ['B.S. Computer Engineering', 'B.S. Telecommunications', 'B.S. Electrical Engineering'],
}

const software: TradeContent = {
  titles: ['Senior Software Engineer', 'Software Engineer', 'Junior Developer'],
  focus: 'writing Python services for industrial data, on small devices and on servers',
  strength: 'Ships small, tested releases and writes the runbook with them.',
  duties: [
    'Wrote a plunger-lift optimiser that runs in 90 MB on an ARM gateway',
    'Built multi-architecture images and staged updates with automatic rollback',
    'Designed late-arrival handling for 40 million samples a day in PostgreSQL',
    'Classified dynacards on the device and cut uplink data by 80%',
    'Brought typed coverage of a legacy code base from 0 to 92%',
    'Replaced a nightly spreadsheet with a reviewed SQL model',
    'Added health checks and metrics to fourteen field services',
    'Mentored two interns from first commit to production',
    'Wrote property tests for a Modbus decoder and found three word-order faults',
  ],
  skills: ['Python', 'Docker', 'PostgreSQL', 'SQLite', 'FastAPI', 'pytest', 'Linux', 'Grafana'],
  degrees: ['B.S. Computer Science', 'M.S. Software Engineering', 'B.S. Applied Mathematics'],
}

const field: TradeContent = {
  titles: ['Lead Field Technician', 'Instrumentation Technician', 'Technician Helper'],
  focus: 'installing, calibrating and repairing instruments and RTU panels in the field',
  strength: 'No recordable incident; current H2S, SafeLand and first-aid cards.',
  duties: [
    'Loop-checked and signed off more than 2,000 points across 70 sites',
    'Calibrated pressure, level and temperature transmitters over HART',
    'Installed solar-powered RTU panels, radios and 40 ft masts',
    'Found grounding faults that had tripped a compressor for two months',
    'Replaced float switches with guided-wave radar at 31 tanks',
    'Led a crew of three through a battery turnaround, two days ahead of plan',
    'Kept calibration records that passed four operator audits',
    'Rebuilt actuators and positioners on separator dump valves',
    'Pulled and terminated conduit and tray cable to Class I Division 2 practice',
  ],
  skills: ['4-20 mA', 'HART', 'RS-485', 'Loop calibration', 'NEC', 'Radio install', 'Totalflow', 'Lockout/tagout'],
  degrees: ['A.A.S. Instrumentation Technology', 'Electrical Apprenticeship', 'Certificate in Industrial Maintenance'],
}

const management: TradeContent = {
  titles: ['Senior Project Manager', 'Project Manager', 'Project Coordinator'],
  focus: 'delivering automation and electrical projects for oil and gas operators',
  strength: 'Reports a slip in week two and brings the change order with it.',
  duties: [
    'Delivered 23 automation projects between $100,000 and $3.4 million',
    'Recovered $410,000 in documented change orders in one year',
    'Planned four field crews across two basins on a shared calendar',
    'Ran weekly operator calls with notes out the same day',
    'Cut panel lead time from 16 to 11 weeks with framework orders',
    'Chaired factory and site acceptance tests',
    'Introduced earned-value reporting that finance and field both read',
    'Closed out a gathering-system upgrade at 4% under budget',
    'Negotiated supplier terms for radios and enclosures',
  ],
  skills: ['PMP', 'Primavera P6', 'MS Project', 'Earned value', 'Procurement', 'P&ID', 'Contract admin', 'HSE'],
  degrees: ['B.S. Industrial Engineering', 'B.S. Mechanical Engineering', 'M.S. Engineering Management'],
}

const writing: TradeContent = {
  titles: ['Senior Technical Writer', 'Technical Writer', 'Documentation Assistant'],
  focus: 'writing operator guides, control narratives and procedures for process plants',
  strength: 'Interviews engineers, checks every step with the operator, and keeps documents short.',
  duties: [
    'Wrote 58 control narratives from ladder logic and interviews',
    'Rewrote 400 alarm response sheets into one page each',
    'Moved manuals from word processing files to Markdown in Git',
    'Created a terminology list shared by five engineering groups',
    'Tested start-up procedures on the simulator with each shift',
    'Prepared turnover binders for six facilities',
    'Edited bilingual safety instructions in English and Spanish',
    'Reduced document review time from six weeks to ten days',
    'Drew simplified process diagrams for operator training',
  ],
  skills: ['Markdown', 'Git', 'P&ID reading', 'Control narratives', 'Alarm response', 'Spanish', 'Diagrams', 'Editing'],
  degrees: ['B.A. Technical Communication', 'B.A. English', 'B.S. Chemistry'],
}

const security: TradeContent = {
  titles: ['OT Security Engineer', 'Network Engineer', 'Network Technician'],
  focus: 'designing and defending control-system networks',
  strength: 'Segments live systems without a trip and restores backups to prove them.',
  duties: [
    'Segmented 42 compressor stations into zones without an unplanned shutdown',
    'Built an asset inventory of 1,600 devices from passive captures',
    'Replaced shared vendor logins with recorded, time-limited access',
    'Ran quarterly restore drills for controller programs',
    'Designed redundant backhaul over microwave and LTE',
    'Wrote firewall rules from observed traffic and reviewed them with operations',
    'Led a tabletop exercise with two operators and the county',
    'Retired 130 unsupported workstations on a two-year plan',
    'Monitored radio networks and cut repeat outages by half',
  ],
  skills: ['ISA/IEC 62443', 'API 1164', 'Firewalls', 'VLAN / VPN', 'Zeek', 'Backup and restore', 'GICSP', 'Radio'],
  degrees: ['B.S. Information Technology', 'B.S. Computer Engineering', 'M.S. Cybersecurity'],
}

const student: TradeContent = {
  titles: ['Engineering Intern', 'Undergraduate Research Assistant', 'Lab Assistant'],
  focus: 'studying control systems and looking for a summer in the field',
  strength: 'Learns from the drawing, then from the panel.',
  duties: [
    'Built a three-tank level rig with a CompactLogix controller and an Ignition screen',
    'Wrote a Python simulator for a water-transfer line',
    'Tuned PID loops and compared three methods in a report',
    'Helped loop-check 120 points during a plant turnaround',
    'Published sensor data over MQTT from a solar-powered node',
    'Kept the lab inventory and taught two freshman sections',
    'Captained wiring and controls for the student solar car',
    'Plotted five years of weather against pump failures for a co-op',
  ],
  skills: ['Python', 'MATLAB', 'Ladder logic', 'Ignition Maker', 'C', 'Soldering', 'MQTT', 'Excel'],
  degrees: ['B.S. Electrical Engineering (in progress)', 'B.S. Petroleum Engineering (in progress)'],
}

/** Resume content of every trade in the demo. */
export const TRADES = { ignition, scada, edge, software, field, management, writing, security, student }

/** One of the trades in the demo. */
export type Trade = keyof typeof TRADES

/** Invented employers: name and location. */
export const EMPLOYERS = [
  ['Caprock Automation', 'Midland, TX'],
  ['Llano Measurement Services', 'Odessa, TX'],
  ['Two Mesas Midstream', 'Carlsbad, NM'],
  ['Brazos Panel and Control', 'Fort Worth, TX'],
  ['Saltfork Water Resources', 'Pecos, TX'],
  ['Greasewood Energy Partners', 'Midland, TX'],
  ['Tidewater SCADA Group', 'Houston, TX'],
  ['Blue Norther Instruments', 'Lubbock, TX'],
  ['Cimarron Telemetry', 'Oklahoma City, OK'],
  ['High Plains Compression', 'Amarillo, TX'],
  ['Foothills Process Controls', 'Calgary, AB'],
  ['Bakken Ridge Operating', 'Williston, ND'],
  ['Gulf Lantern Systems', 'Corpus Christi, TX'],
] as const satisfies [string, string][]

/** Invented schools. */
export const SCHOOLS = [
  'West Caprock State University',
  'Llano Estacado College',
  'Gulf Prairie University',
  'Sangre de Cristo Technical College',
  'Cross Timbers University',
] as const
