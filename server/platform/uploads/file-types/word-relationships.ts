import type { SaxesTagNS } from 'saxes'
import {
  type FileJudgement,
  HAS_DOCTYPE,
  HAS_EMBEDDED_FILE,
  HAS_REMOTE_CONTENT,
  NOT_A_RESUME,
} from './file-judgement.ts'
import { isRemoteTemplate, leadsOutside } from './template-path.ts'

/**
 * What a part of a Word document may not have, by the last word of the relationship's type: embedded objects and files,
 * active controls, whole other documents (`w:altChunk`), and add-ins (ECMA-376 part 1, section 11.3 and 15.2).
 */
const EMBEDDINGS = new Set([
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
 * Judges the relationships of one part: whatever leads out of the file must be a link that a reader follows by a click.
 * @param text a part of the kind `_rels/*.rels`
 * @returns undefined when there is nothing against it
 */
export async function judgeRelationships(text: string): Promise<FileJudgement | undefined> {
  // Only now, since most installations are idle.
  const { SaxesParser } = await import('saxes')
  let problem: FileJudgement | undefined
  const parser = new SaxesParser({ xmlns: true })
  parser.on('doctype', () => {
    problem ??= HAS_DOCTYPE
  })
  parser.on('opentag', (tag) => {
    if (tag.local === 'Relationship') problem ??= judgeRelationship(tag)
  })
  try {
    parser.write(text).close()
  } catch {
    // Word opens nothing that is not well-formed.
    return problem ?? NOT_A_RESUME
  }
  return problem
}

function judgeRelationship({ attributes }: SaxesTagNS): FileJudgement | undefined {
  // More lenient than Word: a name or a value in another case is not overlooked.
  const values = new Map(Object.values(attributes).map(({ local, value }) => [local.toLowerCase(), value.trim()]))
  const type = (values.get('type') ?? '').toLowerCase().replace(/^.*\//s, '')
  const target = values.get('target') ?? ''
  if (EMBEDDINGS.has(type)) return HAS_EMBEDDED_FILE
  if (type === 'hyperlink') return undefined
  const isExternal = values.get('targetmode')?.toLowerCase() === 'external' || leadsOutside(target)
  if (!isExternal || (type === 'attachedtemplate' && !isRemoteTemplate(withoutEscapes(target)))) return undefined
  return HAS_REMOTE_CONTENT
}

/** A target as a path; with a broken escape, one that is not local. */
function withoutEscapes(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return `//${target}`
  }
}
