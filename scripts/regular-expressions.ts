import { checkSync } from 'recheck'
import { parseSync, Visitor } from 'vite'

/** A regular expression of the source. */
export type Expression = { file: string; line: number; pattern: string; flags: string }

/** Why an expression is not proven linear, with instructions. */
export type ExpressionFault = { file: string; line: number; message: string }

/** Methods that turn a string into a regular expression. */
const TAKE_EXPRESSIONS = new Set(['match', 'matchAll', 'search'])

const NOT_A_LITERAL =
  'Write the regular expression as a literal: one that is built from strings cannot be proven linear.'
const REMEDY = 'Rewrite it, or use string functions (docs/decisions/0037-linear-time.md).'

// Runs the checker in this process, in JavaScript, not the package's native or Java program.
process.env.RECHECK_SYNC_BACKEND = 'pure'

/** Timeout of one proof in milliseconds. The hardest expression takes two seconds; a busy machine needs more. */
const PROOF_LIMIT = 60_000

/** Finds every regular expression in a file, and every expression that builds one at run time. */
export function findExpressions(
  file: string,
  source: string,
): { expressions: Expression[]; faults: ExpressionFault[] } {
  const expressions: Expression[] = []
  const faults: ExpressionFault[] = []
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length
  const refuse = (offset: number) => faults.push({ file, line: lineOf(offset), message: NOT_A_LITERAL })

  const { program, errors } = parseSync(file, source)
  for (const { message } of errors) faults.push({ file, line: 1, message })
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      expressions.push({ file, line: lineOf(node.start), pattern, flags })
    },
    NewExpression: ({ callee, start }) => {
      if (isReferenced(callee, 'RegExp')) refuse(start)
    },
    CallExpression: ({ callee, arguments: [argument], start }) => {
      const isText = argument?.type === 'TemplateLiteral' || (argument?.type === 'Literal' && !('regex' in argument))
      const takesExpression =
        callee.type === 'MemberExpression' && !callee.computed && TAKE_EXPRESSIONS.has(callee.property.name)
      if (isReferenced(callee, 'RegExp') || (takesExpression && isText)) refuse(start)
    },
  }).visit(program)
  return { expressions, faults }
}

/**
 * Proves that matching takes linear time, wherever in a text a match begins.
 * @returns the fault when there is no proof
 */
export function faultOf({ file, line, pattern, flags }: Expression): ExpressionFault | undefined {
  // The automaton proves; the package's other checkers try texts and may miss a slow one.
  const result = checkSync(pattern, flags, { checker: 'automaton', timeout: PROOF_LIMIT })
  if (result.status === 'safe') return undefined
  const reason =
    result.status === 'vulnerable' ? `takes ${result.complexity.summary} time` : 'cannot be proven to take linear time'
  return { file, line, message: `/${pattern}/${flags} ${reason}. ${REMEDY}` }
}

function isReferenced(node: { type: string; name?: unknown }, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}
