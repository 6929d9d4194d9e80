import { ago } from '../moment.ts'
import type { Trade } from '../resumes/trades.ts'
import { type ApplicantContent, applicant, type DemoApplicant } from './applicant.ts'

/** From receipt to the interview of those who were hired. */
const DAYS_TO_INTERVIEW = 8

type Decided = [
  name: string,
  submitted: [daysAgo: number, time: string],
  job: ApplicantContent['job'],
  status: 'hired' | 'rejected',
  career: [trade: Trade, home: string, since: number],
  feedback: string,
]

/** Every five days or so: each month of half a year has enough answers to show how the promise was kept. */
const STEADY: Decided[] = [
  ['Dolores Escamilla', [43, '15:22'], 'panelShop', 'rejected', ['field', 'Odessa, TX', 2015], 'Wants days.'],
  ['Colt Ramsey', [48, '13:05'], undefined, 'rejected', ['field', 'Andrews, TX', 2022], 'One year short for a truck.'],
  [
    'Yuki Tanabe',
    [54, '18:41'],
    'technicalWriter',
    'rejected',
    ['writing', 'Austin, TX', 2012],
    'Aviation manuals only.',
  ],
  [
    'Brandi Whitlock',
    [59, '20:16'],
    'technicalWriter',
    'rejected',
    ['writing', 'Waco, TX', 2017],
    'Asked for full remote.',
  ],
  [
    'Ignacio Barrera',
    [64, '12:30'],
    'instrumentTechnician',
    'hired',
    ['field', 'Hobbs, NM', 2010],
    'Starts on the next hitch.',
  ],
  [
    'Farah Siddiqui',
    [70, '16:54'],
    'securityEngineer',
    'rejected',
    ['security', 'Plano, TX', 2016],
    'No plant networks yet.',
  ],
  [
    'Levi Stutzman',
    [75, '21:12'],
    'supportAnalyst',
    'rejected',
    ['scada', 'Lamesa, TX', 2019],
    'Nights do not suit him.',
  ],
  [
    'Marisol Ybarra',
    [80, '14:37'],
    'supportAnalyst',
    'hired',
    ['scada', 'Midland, TX', 2016],
    'Calm on the phone. Nights.',
  ],
  [
    'Duncan MacAskill',
    [86, '09:48'],
    'commissioningContract',
    'rejected',
    ['scada', 'Aberdeen, SD', 2003],
    'Free from spring only.',
  ],
  [
    'Tamika Broussard',
    [91, '17:09'],
    'supportAnalyst',
    'rejected',
    ['security', 'Lake Charles, LA', 2018],
    'Took another offer.',
  ],
  [
    'Owen Gallegos',
    [97, '13:26'],
    'instrumentTechnician',
    'rejected',
    ['field', 'Carlsbad, NM', 2021],
    'Ask again for Carlsbad.',
  ],
  [
    'Birgit Neumann',
    [102, '11:15'],
    undefined,
    'rejected',
    ['edge', 'Houston, TX', 2009],
    'Embedded Linux, no field work.',
  ],
  [
    'Jarvis Pettway',
    [107, '19:33'],
    'instrumentTechnician',
    'rejected',
    ['field', 'Monahans, TX', 2018],
    'No license for two years.',
  ],
  [
    'Chiara Lombardi',
    [113, '15:58'],
    'securityEngineer',
    'rejected',
    ['security', 'Denver, CO', 2014],
    'Would not move.',
  ],
  [
    'Rusty Applegate',
    [119, '12:02'],
    'instrumentTechnician',
    'rejected',
    ['field', 'Kermit, TX', 2013],
    'Good hands, wants sales.',
  ],
  [
    'Nkechi Eze',
    [124, '22:45'],
    undefined,
    'hired',
    ['ignition', 'San Antonio, TX', 2015],
    'Perspective from the first day.',
  ],
  [
    'Harlan Bostwick',
    [129, '14:19'],
    'instrumentTechnician',
    'rejected',
    ['management', 'Tyler, TX', 1998],
    'Overqualified, and says so.',
  ],
  [
    'Soledad Urrutia',
    [135, '16:07'],
    'securityEngineer',
    'rejected',
    ['security', 'El Paso, TX', 2020],
    'Firewalls, no protocols.',
  ],
  [
    'Kip Lundgren',
    [141, '13:51'],
    'commissioningContract',
    'rejected',
    ['scada', 'Williston, ND', 2007],
    'Rate above ours.',
  ],
  [
    'Anjali Deshpande',
    [146, '18:28'],
    'securityEngineer',
    'rejected',
    ['edge', 'Irving, TX', 2017],
    'Better for edge work. Told her.',
  ],
  ['Travis Okafor', [151, '20:03'], undefined, 'rejected', ['software', 'Lubbock, TX', 2021], 'Web only so far.'],
  [
    'Mireille Fontenot',
    [157, '12:44'],
    'commissioningContract',
    'rejected',
    ['scada', 'Houma, LA', 2011],
    'Offshore rotation clashes.',
  ],
  [
    'Wyatt Schumacher',
    [162, '15:36'],
    'commissioningContract',
    'hired',
    ['scada', 'Pecos, TX', 2006],
    'Led two startups for us before.',
  ],
  [
    'Leila Haddad',
    [168, '19:17'],
    undefined,
    'rejected',
    ['management', 'Frisco, TX', 2010],
    'No opening for a planner.',
  ],
]

/** A career fair for interns long ago, between months with too few answers to show. */
const FAIR: Decided[] = [
  ['Peyton Laird', [257, '15:10'], 'removed', 'rejected', ['student', 'Lubbock, TX', 2025], 'Graduates too early.'],
  [
    'Diego Montoya',
    [257, '16:25'],
    'removed',
    'rejected',
    ['student', 'Las Cruces, NM', 2025],
    'Second summer, maybe.',
  ],
  ['Skyler Benning', [257, '17:40'], 'removed', 'rejected', ['student', 'Odessa, TX', 2025], 'Wants software only.'],
  ['Aaliyah Grant', [258, '14:55'], 'removed', 'rejected', ['student', 'Socorro, NM', 2025], 'Strong. Second choice.'],
  ['Hunter Voss', [258, '18:05'], 'removed', 'rejected', ['student', 'Lubbock, TX', 2025], 'No car for the field.'],
  ['Mei-Ling Zhao', [258, '19:20'], 'removed', 'rejected', ['student', 'El Paso, TX', 2025], 'Took a term abroad.'],
  ['Tucker Nolan', [259, '13:30'], 'removed', 'rejected', ['student', 'Midland, TX', 2025], 'First year. Next summer.'],
  [
    'Camila Reyes',
    [259, '15:45'],
    'removed',
    'rejected',
    ['student', 'Hobbs, NM', 2025],
    'Chemistry. Sent to the lab.',
  ],
  ['Isaac Brandt', [259, '20:50'], 'removed', 'rejected', ['student', 'Abilene, TX', 2025], 'Could not come in June.'],
]

/** Applications whose outcome lies months behind, all archived. */
export const earlierApplicants: DemoApplicant[] = [...STEADY, ...FAIR].map(
  ([name, [daysAgo, time], job, status, [trade, home, since], feedback], index) =>
    applicant({
      ...{ name, status, feedback, archived: true },
      email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
      phone: `+1 (432) 555-01${40 + index}`,
      submitted: ago(daysAgo, time),
      ...(status === 'hired' && { interview: ago(daysAgo - DAYS_TO_INTERVIEW, '15:00') }),
      career: { trade, home, since },
      ...(job && { job }),
    }),
)
