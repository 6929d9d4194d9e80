import type { FileStoreName } from '../../platform/database/tables.ts'
import type { CloudStore } from '../../platform/file-stores/cloud-store.ts'

/** Where the files of resumes are kept. */
export type ResumePlaces = {
  /**
   * Where a new file is before its application is accepted: the disk of this machine, or a store that every process can
   * read. In the second case a local file, one from before, may lie on another machine.
   */
  home: 'local' | CloudStore
  /** Stores away from this machine, the cheapest to read first: each gets a copy of every resume. */
  clouds: readonly CloudStore[]
  /** Whether a local file stays when every cloud store has it. */
  keepsLocalCopies: boolean
}

/** All places of an installation. @param settings.resumeHome must be among the stores where it is not local */
export function arrangePlaces(
  clouds: readonly CloudStore[],
  settings: { resumeHome: FileStoreName; keepsLocalCopies: boolean },
): ResumePlaces {
  const home = clouds.find(({ place }) => place === settings.resumeHome) ?? 'local'
  return { home, clouds, keepsLocalCopies: home === 'local' && settings.keepsLocalCopies }
}

/** The cloud store of a place; undefined when it is not configured. */
export function cloudAt({ clouds }: ResumePlaces, place: FileStoreName): CloudStore | undefined {
  return clouds.find((cloud) => cloud.place === place)
}

/** Places that are still to get a copy of a new file. */
export function placesToCopyTo({ home, clouds }: ResumePlaces): FileStoreName[] {
  return clouds.filter((cloud) => cloud !== home).map(({ place }) => place)
}
