import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { INTERVIEWS } from '../../../contract/policies/interviews-policy.ts'
import { JOBS } from '../../../contract/policies/jobs-policy.ts'
import { MESSAGES } from '../../../contract/policies/messages-policy.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import type { Permission } from '../../../contract/policies/policy.ts'
import { SITE } from '../../../contract/policies/site-policy.ts'
import { PAGE } from '../../../contract/wire/paths.ts'

/** A page as its title and the navigation show it. */
export type AdminLink = {
  title: string
  /** What links call the page, where that is not its title. */
  name?: string
  /** Where the navigation links to it. */
  nav?: 'bar' | 'menu'
  /** Path of the page whose link is marked on this one. */
  under?: string
  /** Whether a visit without a token is redirected to the login page; the others show the login screen in place. */
  redirectsWithoutToken?: boolean
  /** What a person has to be allowed for the page. */
  may: Permission
}

const links = <Name extends string>(all: Record<Name, AdminLink>): Readonly<Record<Name, AdminLink>> => all

/**
 * Every page behind the guard, by the name of its body. Those with `nav` are the navigation. Apart from the list of their addresses,
 * so that visitors load none of it.
 */
export const ADMIN_LINKS = links({
  dashboard: {
    title: 'Dashboard',
    nav: 'bar',
    redirectsWithoutToken: true,
    may: APPLICATIONS.read,
  },
  review: {
    title: 'Review',
    under: PAGE.adminDashboard,
    redirectsWithoutToken: true,
    may: APPLICATIONS.read,
  },
  jobs: {
    title: 'Job Postings',
    nav: 'bar',
    redirectsWithoutToken: true,
    may: JOBS.read,
  },
  job: {
    title: 'Job Posting',
    under: PAGE.adminJobs,
    redirectsWithoutToken: true,
    may: JOBS.read,
  },
  messages: {
    title: 'Messages',
    nav: 'bar',
    may: MESSAGES.read,
  },
  interviews: {
    title: 'Interviews',
    nav: 'bar',
    may: INTERVIEWS.read,
  },
  insights: {
    title: 'Insights',
    nav: 'bar',
    may: SITE.readInsights,
  },
  jobAlerts: {
    title: 'Job alerts',
    nav: 'menu',
    may: SITE.seeAlerts,
  },
  settings: {
    title: 'Settings',
    nav: 'menu',
    may: SITE.changeSettings,
  },
  people: {
    title: 'People',
    nav: 'menu',
    may: PEOPLE.manage,
  },
  audit: {
    title: 'Audit trail',
    nav: 'menu',
    may: PEOPLE.audit,
  },
  storage: {
    title: 'Storage Settings',
    name: 'Storage',
    nav: 'menu',
    may: SITE.seeStorage,
  },
  viewApplications: {
    title: 'All Applications',
    name: 'All applications',
    nav: 'menu',
    may: APPLICATIONS.read,
  },
})

/** The name of a page's body. */
export type AdminBody = keyof typeof ADMIN_LINKS
