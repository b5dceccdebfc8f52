import type { Declaration, Entry, Member } from './api-surface.ts'
import { headingSlug } from './heading-slug.ts'

/** The address of the heading that describes each name, relative to the page that is written. */
export type Links = ReadonlyMap<string, string>

const internal = 'Not exported'

/** Returns the headings of the page of one package, in order, with the declarations below each. */
function sectionsOf(entries: readonly Entry[]): [heading: string, declarations: Declaration[]][] {
  const sections = entries.map((entry): [string, Declaration[]] => [
    `\`${entry.path}\``,
    [...entry.exports]
      .toSorted(([a], [b]) => compare(a, b))
      .flatMap(([exported, local]) => {
        const found = entry.declarations.get(local)
        return found ? [renamed(found, exported)] : []
      }),
  ])
  const shown = new Set(
    sections.flatMap(([, declarations]) => declarations.map(({ name }) => name)),
  )
  const hidden = new Map<string, Declaration>()
  for (const entry of entries) {
    const reach = (names: readonly string[]): void => {
      for (const name of names) {
        const found = entry.declarations.get(name)
        if (!found || shown.has(name) || hidden.has(name)) continue
        hidden.set(name, found)
        reach(found.uses)
      }
    }
    for (const local of entry.exports.values()) reach(entry.declarations.get(local)?.uses ?? [])
  }
  if (hidden.size === 0) return sections
  return [...sections, [internal, [...hidden.values()].toSorted((a, b) => compare(a.name, b.name))]]
}

/**
 * Returns the address of every name in a package's page, as `#anchor`. A name that several entries
 * export has the address of the first.
 */
export function anchorsOf(entries: readonly Entry[]): Map<string, string> {
  const taken = new Map<string, number>()
  const anchorOf = (heading: string): string => {
    const slug = headingSlug(heading)
    const times = taken.get(slug) ?? 0
    taken.set(slug, times + 1)
    return `#${slug}${times > 0 ? `-${times}` : ''}`
  }
  const anchors = new Map<string, string>()
  for (const [heading, declarations] of sectionsOf(entries)) {
    anchorOf(heading)
    for (const { name } of declarations) {
      const anchor = anchorOf(name)
      if (!anchors.has(name)) anchors.set(name, anchor)
    }
  }
  return anchors
}

/**
 * Returns the reference of one package as Markdown: every exported name of each entry. Then come
 * the types that these names use and the package does not export.
 */
export function toMarkdown(
  name: string,
  entries: readonly Entry[],
  links: Links,
  guides: Links,
): string {
  const sections = sectionsOf(entries).map(([heading, declarations]) => {
    const path = heading.slice(1, -1)
    const about =
      heading === internal ? ['These stand in what is exported, and cannot be imported.'] : []
    if (declarations.length === 0) about.push('Exports nothing: it is imported for what it does.')
    const parts = declarations.map((one) => describe(one, links, guides.get(`${path} ${one.name}`)))
    return [`## ${heading}`, ...about, ...parts].join('\n\n')
  })
  const top = [
    '<!-- Made from `api/` with the site. Change the docstrings, not this page. -->',
    `# ${name}: signatures`,
    'Every export with its docstring. What several of them do together: [reference](../index.md).',
  ]
  return `${[...top, ...sections].join('\n\n')}\n`
}

function describe(one: Declaration, links: Links, guide: string | undefined): string {
  const blocks = [`### \`${one.name}\``, fenced(one.signatures.join('\n'))]
  const own = (name: string) => (name === one.name ? undefined : links.get(name))
  if (one.doc !== undefined) blocks.push(prose(one.doc, own))
  const members = one.members.map((member) => describeMember(member, own))
  if (members.length > 0) blocks.push(members.join('\n').trimEnd())
  const named = [...new Set(one.uses)].flatMap((name) => {
    const address = own(name)
    return address ? [`[\`${name}\`](${address})`] : []
  })
  if (named.length > 0) blocks.push(`Types: ${named.toSorted(compare).join(', ')}.`)
  if (guide !== undefined) blocks.push(`Pages: ${guide}.`)
  return blocks.join('\n\n')
}

const maxInline = 110

function describeMember(
  { signature, doc }: Member,
  own: (name: string) => string | undefined,
): string {
  const line = signature.replaceAll(/\s+/g, ' ')
  const isShort = !signature.includes('/*') && line.length <= maxInline
  const text = doc === undefined ? '' : indented(prose(doc, own))
  if (isShort) return text ? `- \`${line}\`\n\n${text}\n` : `- \`${line}\``
  const [key = ''] =
    /^[^(:?<]+/.exec(line.replace(/^(static |readonly |get |set |abstract )+/, '')) ?? []
  const code = indented(fenced(dedented(signature)))
  return `- \`${key.trim()}\`\n\n${code}\n${text ? `\n${text}\n` : ''}`
}

const fenced = (code: string): string => `\`\`\`typescript\n${code}\n\`\`\``

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

/** Removes the indentation that all lines after the first have because they are members. */
const dedented = (code: string): string => code.replaceAll(/^ {2}/gm, '')

/** Returns a docstring as Markdown. */
function prose(doc: string, own: (name: string) => string | undefined): string {
  const [text = '', ...tags] = doc.split(/^(?=@\w+)/m)
  const said = tags.map((tag) => {
    const [, kind = '', rest = ''] = /^@(\w+)\s*([\s\S]*)$/.exec(tag.trim()) ?? []
    if (kind === 'example') return rest.includes('```') ? ownFences(rest) : fenced(rest)
    if (kind === 'param') return `- ${linked(rest.replace(/^(\w+)(?: -)?/, '`$1`:'), own)}`
    return `${capitalised(kind)}: ${linked(rest, own)}`
  })
  return [ownFences(linked(text.trim(), own)), ...said].filter((part) => part !== '').join('\n\n')
}

/**
 * Gives a code block the long name of its language. The tests of the pages skip such a block,
 * because the check of docstrings has already compiled it.
 */
const ownFences = (text: string): string => text.replaceAll(/^```tsx?$/gm, '```typescript')

function linked(text: string, own: (name: string) => string | undefined): string {
  const withLinks = text.replaceAll(/\{@link (\w+)[^}]*\}/g, (_, name: string) => {
    const address = own(name)
    return address ? `[\`${name}\`](${address})` : `\`${name}\``
  })
  // Outside of code everything is text: neither an element nor a template's expression.
  const pieces = withLinks.split(/(`[^`]*`)/)
  return pieces
    .map((piece, at) =>
      at % 2 === 1 ? piece : piece.replaceAll('<', '&lt;').replaceAll('{{', '&#123;{'),
    )
    .join('')
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function renamed(one: Declaration, name: string): Declaration {
  const signatures = one.signatures.map((text) =>
    text.replace(new RegExp(`\\b${one.name}\\b`), name),
  )
  return { ...one, name, signatures }
}

const compare = (a: string, b: string): number => {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()]
  if (x !== y) return x < y ? -1 : 1
  return a < b ? -1 : 1
}
