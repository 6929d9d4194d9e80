import { SaxesParser } from 'saxes'

/** An element of a document: its text with that of CDATA sections, and its child elements. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

/** Reads a whole XML document. @throws when it is not well-formed */
export function readXml(document: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    const element = { name, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(document).close()
  const [top] = root.children
  if (!top) throw new Error('no element')
  return top
}

/** The child elements of a name. */
export function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name)
}

/** The texts of the child elements by name; the last one where a name repeats. */
export function textsOf({ children }: XmlElement): Record<string, string> {
  return Object.fromEntries(children.map(({ name, text }) => [name, text]))
}
