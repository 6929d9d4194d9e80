import type { SaxesTagNS } from 'saxes'
import { type FileFault, HAS_DOCTYPE, HAS_EMBEDDED_FILE, HAS_REMOTE_CONTENT, NOT_A_RESUME } from './file-validation.ts'
import { isExternalTarget, isRemoteTemplate } from './remote-template.ts'

/**
 * Active and embedded content that a Word document may not have, by the last segment of the relationship's type: objects,
 * controls, whole other documents (`w:altChunk`), add-ins (ECMA-376 part 1, section 11.3 and 15.2).
 */
const ACTIVE_CONTENT = new Set([
  'oleobject',
  'package',
  'control',
  'activexcontrolbinary',
  'afchunk',
  'subdocument',
  'webextension',
  'webextensiontaskpanes',
])

/** A part is flat: a list and its entries. The parser looks a prefix up in every open tag, so depth costs time. */
const MAX_DEPTH = 8
/** Of one part; a resume with hundreds of links has hundreds. */
const MAX_TAGS = 10_000
/** Of one tag, with its namespaces; a relationship has four. */
const MAX_ATTRIBUTES = 32

/** Ends the parsing of a part as soon as it is decided. */
class Refused extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super()
    this.fault = fault
  }
}

/**
 * Validates the relationships of one part: only hyperlinks, which a reader clicks, may lead out of the file. Parsing stops
 * at the first fault, also where a part is deeper or longer than any list.
 * @param text a part of the kind `_rels/*.rels`
 * @returns the first fault; undefined without one
 */
export async function validateRelationships(text: string): Promise<FileFault | undefined> {
  // Load the parser on first use: most installations are idle.
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  let tags = 0
  let attributes = 0
  parser.on('doctype', () => {
    throw new Refused(HAS_DOCTYPE)
  })
  parser.on('opentagstart', () => {
    depth += 1
    tags += 1
    attributes = 0
    if (depth > MAX_DEPTH || tags > MAX_TAGS) throw new Refused(NOT_A_RESUME)
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) throw new Refused(NOT_A_RESUME)
  })
  parser.on('opentag', (tag) => {
    const fault = tag.local === 'Relationship' ? validateRelationship(tag) : undefined
    if (fault) throw new Refused(fault)
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  try {
    parser.write(text).close()
    return undefined
  } catch (error) {
    // Word opens only well-formed documents.
    return error instanceof Refused ? error.fault : NOT_A_RESUME
  }
}

function validateRelationship({ attributes }: SaxesTagNS): FileFault | undefined {
  // Ignores case, which Word does not: another program may.
  const values = new Map(Object.values(attributes).map(({ local, value }) => [local.toLowerCase(), value.trim()]))
  const type = (values.get('type') ?? '').toLowerCase().replace(/^.*\//s, '')
  const target = values.get('target') ?? ''
  if (ACTIVE_CONTENT.has(type)) return HAS_EMBEDDED_FILE
  if (type === 'hyperlink') return undefined
  const isExternal = values.get('targetmode')?.toLowerCase() === 'external' || isExternalTarget(target)
  if (!isExternal || (type === 'attachedtemplate' && !isRemoteTemplate(unescapePath(target)))) return undefined
  return HAS_REMOTE_CONTENT
}

/** A target as a path. A broken escape makes it remote. */
function unescapePath(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return `//${target}`
  }
}
