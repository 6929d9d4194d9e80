import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** An import: the file it stands in, its line, and what it names. */
export type Import = { from: string; line: number; to: string; isPackage: boolean }

/**
 * Every import of a file, also of types alone and of what is loaded later.
 * @param file its path from the root, with `/`
 */
export function findImports(file: string, source: string): Import[] {
  const found: Import[] = []
  const note = (node: { type: string; value?: unknown; start: number } | null | undefined) => {
    if (node?.type !== 'Literal' || typeof node.value !== 'string') return
    const line = source.slice(0, node.start).split('\n').length
    const isPackage = !node.value.startsWith('.')
    const to = isPackage ? node.value : posix.join(posix.dirname(file), node.value)
    found.push({ from: file, line, to, isPackage })
  }
  new Visitor({
    ImportDeclaration: ({ source }) => note(source),
    ExportNamedDeclaration: ({ source }) => note(source),
    ExportAllDeclaration: ({ source }) => note(source),
    ImportExpression: ({ source }) => note(source),
    TSImportType: ({ source }) => note(source),
  }).visit(parseSync(file, source).program)
  return found
}

/** Every import of these files. */
export function readImports(files: readonly string[]): Import[] {
  return files.flatMap((file) => findImports(file, readFileSync(file, 'utf8')))
}

/**
 * The groups of names that all reach each other, each sorted.
 * @param arrows from which name to which
 */
export function findCircles(arrows: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of arrows) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  // Tarjan's algorithm: a group is complete where nothing in it reaches what was met before it.
  const met = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (node: string): number => {
    const order = met.size
    met.set(node, order)
    open.push(node)
    const reached = [...(next.get(node) ?? [])].map((one) => {
      const before = met.get(one)
      if (before === undefined) return visit(one)
      return open.includes(one) ? before : order
    })
    const lowest = Math.min(order, ...reached)
    const group = lowest === order ? open.splice(open.indexOf(node)) : []
    if (group.length > 1) circles.push(group.sort())
    return lowest
  }
  for (const node of next.keys()) if (!met.has(node)) visit(node)
  return circles
}
