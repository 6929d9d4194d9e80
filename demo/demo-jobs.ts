import {
  edgeSoftwareEngineer,
  historianEngineer,
  mqttEngineer,
  scadaIntern,
  securityEngineer,
} from './jobs/edge-and-software.ts'
import {
  commissioningContract,
  fieldTechnician,
  instrumentTechnician,
  panelShop,
  plcContract,
  projectManager,
  technicalWriter,
} from './jobs/field-and-office.ts'
import {
  ignitionDeveloper,
  ignitionDeveloperClone,
  measurementEngineer,
  scadaEngineer,
  seniorGatheringEngineer,
  supportAnalyst,
} from './jobs/ignition-and-scada.ts'
import type { DemoJob } from './jobs/posting.ts'

export type { DemoJob } from './jobs/posting.ts'

const jobs = {
  measurementEngineer,
  commissioningContract,
  securityEngineer,
  instrumentTechnician,
  supportAnalyst,
  technicalWriter,
  panelShop,
  seniorGatheringEngineer,
  projectManager,
  scadaIntern,
  plcContract,
  scadaEngineer,
  fieldTechnician,
  mqttEngineer,
  edgeSoftwareEngineer,
  ignitionDeveloper,
  historianEngineer,
  ignitionDeveloperClone,
} satisfies Record<string, DemoJob>

/** Name by which the rest of the demo refers to a posting. */
export type DemoJobKey = keyof typeof jobs

/**
 * Where a posting stands in {@link demoJobs}.
 * @param key its name in this file
 */
export function jobIndex(key: DemoJobKey): number {
  return Object.keys(jobs).indexOf(key)
}

/** Every demo posting, oldest first, so that a clone always follows its original and ids rise with the dates. */
export const demoJobs: readonly DemoJob[] = Object.values({
  ...jobs,
  ignitionDeveloperClone: { ...ignitionDeveloperClone, cloneOf: jobIndex('ignitionDeveloper') },
} satisfies Record<DemoJobKey, DemoJob>)
