import { type FileJudgement, HAS_EMBEDDED_FILE, HAS_MACROS, NOT_A_RESUME } from './file-judgement.ts'

/** What the main part of a Word document without macros is (ECMA-376, part 1, section 11.3.10). */
const MAIN_PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** Judges an Office file by its `[Content_Types].xml`: programs go by it, whatever the parts are called. */
export function judgeContentTypes(content: Buffer): FileJudgement {
  const text = decode(content)
  // Entities could spell a type in a way that is not seen here.
  if (/&|<!/.test(text)) return NOT_A_RESUME
  if (/macroEnabled|vbaProject/i.test(text)) return HAS_MACROS
  if (/activeX|oleObject|webextension/i.test(text)) return HAS_EMBEDDED_FILE
  return text.includes(`"${MAIN_PART}"`) || text.includes(`'${MAIN_PART}'`) ? { kind: 'docx' } : NOT_A_RESUME
}

function decode(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return content.toString('utf16le')
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content)
  return content.toString('utf8')
}
