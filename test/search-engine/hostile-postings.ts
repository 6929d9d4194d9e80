import type { JobCreate } from '../../contract/jobs/job.ts'
import { newJobRow } from '../../server/features/jobs/job-rules.ts'
import type { NewJobRow } from '../../server/platform/database/tables.ts'
import { jobBody } from '../factories.ts'

/**
 * Postings whose texts are as awkward as stored texts can be, by what is awkward. Some are longer than the contract allows,
 * or have characters that it removes: they can come from another version or another program.
 */
export const HOSTILE_POSTINGS = {
  'in Arabic': {
    title: 'مهندس أنظمة تحكم (SCADA) أول',
    location: 'الرياض، المملكة العربية السعودية',
    department: 'الهندسة',
    salaryRange: '٢٥٬٠٠٠ - ٣٠٬٠٠٠ ريال',
    description:
      '## Job Overview\nنبني شاشات المشغل.\n\n## Key Responsibilities\n- برمجة Ignition\n- التشغيل في الموقع',
    requirements: '- خبرة سنتين مع SCADA\n- رخصة قيادة',
  },
  'in Vietnamese': {
    title: 'Kỹ sư tích hợp hệ thống điều khiển',
    location: 'Thành phố Hồ Chí Minh',
    department: 'Kỹ thuật',
    salaryRange: '30.000.000 ₫ mỗi tháng',
    requirements: 'Hai năm kinh nghiệm với Ignition và khả năng làm việc nhóm',
  },
  'in letters that the fonts of the site do not have': {
    title: '制御エンジニア',
    location: '東京',
    requirements: '二年',
  },
  'with a title of 400 characters': {
    title: 'Controls and Instrumentation Engineer, '.repeat(11).slice(0, 400).trim(),
  },
  'with a title of one long word': { title: 'Instrumentierung'.repeat(25), location: 'Ort'.repeat(60) },
  'with a description of 200 kB': {
    description: `## Job Overview\n${'Word ]]> & <b>. '.repeat(12_500)}\n\nThe very end of it.`,
  },
  'with the end of a CDATA section': {
    title: 'A ]]> B ]]>',
    requirements: 'C ]]>',
    location: 'D ]]>',
    department: 'E ]]>',
  },
  'with emoji': { title: 'Field 👩‍🔧 Engineer 🛢️', requirements: '🦊 and a driver’s licence', location: 'Midland 🌵' },
  'with characters that XML forbids': { title: 'Valve\u0008 and\ufffe pump', requirements: '\u001bText' },
  'with markup and patterns of replacement': {
    title: '</title></script><script>alert(1)</script> $& $1 {{7*7}}',
    requirements: '</description></item><img src=x onerror=alert(2)>',
    department: '"><b>R&D</b>',
  },
} as const satisfies Record<string, Partial<JobCreate>>

/** What makes each of them awkward. */
export const HOSTILE = Object.keys(HOSTILE_POSTINGS) as (keyof typeof HOSTILE_POSTINGS)[]

/** Such postings as rows, for the database itself: the contract refuses some of them. */
export function hostileRows(
  now = new Date(),
  which: readonly (keyof typeof HOSTILE_POSTINGS)[] = HOSTILE,
): NewJobRow[] {
  return which.map((what) => newJobRow(jobBody(HOSTILE_POSTINGS[what]), now, null))
}

/** The words of a text in their order, without what stands between them. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
