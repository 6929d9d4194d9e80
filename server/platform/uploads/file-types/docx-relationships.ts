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

/**
 * Validates the relationships of one part: only hyperlinks, which a reader clicks, may lead out of the file.
 * @param text a part of the kind `_rels/*.rels`
 * @returns the first fault; undefined without one
 */
export async function validateRelationships(text: string): Promise<FileFault | undefined> {
  // Load the parser on first use: most installations are idle.
  const { SaxesParser } = await import('saxes')
  let fault: FileFault | undefined
  const parser = new SaxesParser({ xmlns: true })
  parser.on('doctype', () => {
    fault ??= HAS_DOCTYPE
  })
  parser.on('opentag', (tag) => {
    if (tag.local === 'Relationship') fault ??= validateRelationship(tag)
  })
  try {
    parser.write(text).close()
  } catch {
    // Word opens only well-formed documents.
    return fault ?? NOT_A_RESUME
  }
  return fault
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
