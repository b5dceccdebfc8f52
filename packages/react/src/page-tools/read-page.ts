import { isControl } from '../forms/controls.ts'
import {
  clean,
  cut,
  isPrivate,
  isUsable,
  type Known,
  labelsOf,
  nameOf,
  placeOf,
  type Privacy,
  roleOf,
  statesOf,
  toKnown,
  valueOf,
} from './control.ts'
import type { Refs } from './refs.ts'
import {
  isElement,
  isSeen,
  isShown,
  lookInto,
  shownFor,
  type Sight,
  sightAround,
  sightOfPage,
  usableParts,
} from './sight.ts'

/** How a page is read. */
export interface Reading {
  readonly refs: Refs
  readonly privacy: Privacy
  /** The most characters of a part of the page. */
  readonly maxChars: number
  /** The tools that do what a control does; empty if there are none. */
  readonly toolsFor: (control: Element) => readonly string[]
  /** The element after which the part begins. Default: the whole page. */
  readonly after?: Element | undefined
}

/** The most elements that are looked at for one part, so that the page does not stutter. */
const MOST_ELEMENTS = 2_500

/** The most options of a list that are said. */
const MOST_OPTIONS = 12

/** The roles of the parts of a page that are named in its text. */
const landmarks = new Set(
  'alert alertdialog article banner complementary contentinfo dialog form group listbox main menu navigation radiogroup region search status tablist toolbar'.split(
    ' ',
  ),
)

/** What has text that is not for people. */
const skipped = 'script, style, noscript, template, title, option'

/**
 * Returns what a user sees of a part of the page, as text: headings, texts, the rows of tables, and
 * the controls with their refs. What a user does not see, and what is private, is left out. A long
 * page ends with the ref after which the next part begins.
 */
export function readPage(root: Element, reading: Reading): string {
  const text = new PageText(reading)
  for (const part of usableParts(root)) {
    const around = sightAround(part)
    if (around && !part.closest(reading.privacy.hide)) text.add(part, around)
  }
  return text.toString()
}

/** The text of a page while it is read. */
class PageText {
  readonly #reading: Reading
  readonly #lines: string[] = []
  #line: string[] = []
  #depth = 0
  #length = 0
  #elements = 0
  /** The element at which the part ended; undefined while there is room. */
  #end: Element | undefined
  #last: Element | undefined
  readonly #said = new Set<Element>()
  readonly #known: Known = toKnown()
  /** The same, with what is private. */
  readonly #whole: Known = { ...this.#known, places: new Map() }
  /** The number of labels around, whose texts are the names of their controls. */
  #labels = 0

  constructor(reading: Reading) {
    this.#reading = reading
    reading.refs.beginReading()
  }

  /** Adds an element where `around` is what a user sees of the place. */
  add(element: Element, around: Sight): void {
    const { after, privacy } = this.#reading
    if (this.#end || element.matches(skipped) || isPrivate(element, privacy)) return
    if (after && !isAfter(element, after)) return
    this.#elements += 1
    if (this.#elements > MOST_ELEMENTS || this.#length > this.#reading.maxChars) {
      this.#end = this.#last
      return
    }
    const role = roleOf(element)
    if (role === 'secret field' || (isUsable(element, role) && element.localName !== 'iframe')) {
      this.#addControl(element, role, around)
      if (role && role !== 'treeitem') return
    }
    const sight = lookInto(element, around, this.#known.sights)
    if (!sight) return
    if (role === 'img' || role === 'image') return this.#addImage(element, around)
    if (role === 'row') return this.#addRow(element, sight)
    if (landmarks.has(role)) return this.#addPart(element, role, sight)
    if (/^(?:table|(?:tree)?grid)$/.test(role)) {
      const count = element.getAttribute('aria-rowcount')
      return this.#addPart(element, role, sight, count ? `of ${count} rows` : '')
    }
    const { control } = element as Partial<HTMLLabelElement>
    if (control) return this.#addLabel(element, control, sight)
    const mark = role === 'heading' ? '#'.repeat(levelOf(element)) : role === 'listitem' && '-'
    const isBlock = mark || !/^(?:inline|contents)/.test(getComputedStyle(element).display)
    if (isBlock) this.#break()
    if (mark) this.#say(mark)
    this.#addContent(element, sight)
    if (isBlock) this.#break()
  }

  /** Adds the control of a label, which says its text, and what else is in the label. */
  #addLabel(label: Element, control: Element, sight: Sight): void {
    this.#labels += 1
    if (label.contains(control) || !isShown(control, sightAround(control)))
      this.#addControl(control, roleOf(control), sight)
    this.#addContent(label, sight)
    this.#labels -= 1
  }

  /** Adds what is inside an element. */
  #addContent(element: Element, sight: Sight): void {
    if (element.localName === 'iframe') return this.#addFrame(element as HTMLIFrameElement)
    for (const child of childrenOf(element)) {
      if (isElement(child)) this.add(child, sight)
      else if (child.nodeType === Node.TEXT_NODE) this.#addText(child as Text, sight)
    }
  }

  /** Adds a piece of text. The space or the end of a line before it counts, too. */
  #say(text: string): void {
    this.#line.push(text)
    this.#length += text.length + 2
  }

  #addText(text: Text, sight: Sight): void {
    const { after } = this.#reading
    if (this.#end || this.#labels || (after && !isAfter(text, after)) || !text.data.trim()) return
    if (!isSeen(text, sight)) return
    this.#say(text.data)
    this.#last = text.parentElement ?? this.#last
  }

  #addImage(image: Element, sight: Sight): void {
    const name = nameOf(image, this.#reading.privacy)
    if (name && isSeen(image, sight)) this.#say(`[image: ${name}]`)
  }

  /** Adds a frame of the same origin. Others cannot be read. */
  #addFrame(frame: HTMLIFrameElement): void {
    const { contentDocument: page } = frame
    if (!page?.body) return
    const sight = lookInto(page.body, sightOfPage(page))
    if (sight) this.#addContent(page.body, sight)
  }

  #addControl(element: Element, role: string, around: Sight): void {
    const { after } = this.#reading
    if (this.#said.has(element)) return
    if (!isShown(element, around)) {
      const shown = shownFor(element)
      if (shown === element || !isShown(shown, sightAround(shown))) return
    }
    this.#said.add(element)
    if (after && (element === after || !isAfter(element, after, true))) return
    this.#say(this.#describe(element, role))
    this.#last = element
  }

  #describe(element: Element, role: string): string {
    const { privacy, toolsFor } = this.#reading
    if (role === 'secret field') return '(a field that only the user fills in)'
    const tools = toolsFor(element)
    const name = nameOf(element, privacy)
    if (tools.length)
      return `${role || 'control'} ${JSON.stringify(name)} (use ${tools.join(' or ')})`
    const id = this.#idOf(element, role, name)
    const said = [id, role || 'control', JSON.stringify(name)]
    const value = valueOf(element, privacy)
    if (value !== undefined && value !== name) said.push(`= ${JSON.stringify(cut(value, 200))}`)
    if (isControl(element) && element.localName === 'select') {
      const options = labelsOf((element as HTMLSelectElement).options, privacy)
      const rest = options.length > MOST_OPTIONS ? ` | … ${options.length} in all` : ''
      said.push(`(${options.slice(0, MOST_OPTIONS).join(' | ')}${rest})`)
    }
    const states = statesOf(element)
    if (states.length) said.push(`[${states.join(', ')}]`)
    const away = hostAwayOf(element)
    if (away) said.push(`to ${away}`)
    return `{${said.join(' ')}}`
  }

  #idOf(element: Element, role: string, name: string): string {
    const { privacy, refs } = this.#reading
    const place = placeOf(element, privacy, this.#known)
    return refs.of(element, { role, name, place }, this.#whole).id
  }

  /** Adds a row of a table: its cells, one after another. */
  #addRow(row: Element, sight: Sight): void {
    this.#break()
    const before = this.#lines.length
    for (const cell of childrenOf(row)) {
      if (!isElement(cell)) continue
      if (this.#line.length) this.#say('|')
      this.add(cell, sight)
      // A block inside of a cell does not end the row.
      const own = this.#lines.splice(before).map((line) => line.trim())
      this.#line.unshift(...own)
    }
    this.#break()
  }

  /** Adds a part of the page under its name. */
  #addPart(element: Element, role: string, sight: Sight, more = ''): void {
    this.#break()
    const name = nameOf(element, this.#reading.privacy)
    const isSaid = name !== '' || role !== 'group'
    const before = this.#lines.length
    this.#depth += isSaid ? 1 : 0
    this.#addContent(element, sight)
    this.#break()
    this.#depth -= isSaid ? 1 : 0
    if (!isSaid || this.#lines.length === before) return
    const title = [role, name && JSON.stringify(name), more].filter(Boolean).join(' ')
    this.#lines.splice(before, 0, `${'  '.repeat(this.#depth)}[${title}]`)
  }

  #break(): void {
    const line = clean(this.#line.join(' '))
    this.#line = []
    if (!line || /^[#\-| ]+$/.test(line)) return
    this.#lines.push('  '.repeat(Math.min(this.#depth, 6)) + line)
  }

  toString(): string {
    this.#break()
    if (this.#end) {
      const [end, { privacy }] = [this.#end, this.#reading] as const
      const id = this.#idOf(end, roleOf(end), nameOf(end, privacy))
      this.#lines.push(`… More: read_more({ "after": "${id}" })`)
    }
    return this.#lines.join('\n')
  }
}

/** Whether a node, or something in it, comes after an element. `isWhole`: the node itself does. */
function isAfter(node: Node, element: Element, isWhole = false): boolean {
  const order = element.compareDocumentPosition(node)
  // What is in another tree, such as a frame or a shadow root, is looked through.
  if (order & Node.DOCUMENT_POSITION_DISCONNECTED) return true
  if (order & Node.DOCUMENT_POSITION_CONTAINS) return !isWhole
  return (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

/** Returns what is drawn inside an element: of a shadow root, with what its slots have. */
function childrenOf(element: Element): Node[] {
  if (element.shadowRoot) return [...element.shadowRoot.childNodes]
  if (element.localName === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes()
    if (assigned.length) return assigned
  }
  const isClosed = element.matches('details:not([open])')
  return [...(isClosed ? element.querySelectorAll(':scope > summary') : element.childNodes)]
}

const levelOf = (heading: Element): number =>
  Number(heading.getAttribute('aria-level') ?? /^h([1-6])$/.exec(heading.localName)?.[1] ?? 2)

/** Returns the host of a link that leaves the application; undefined for any other element. */
function hostAwayOf(element: Element): string | undefined {
  if (element.localName !== 'a') return undefined
  const { origin, host, protocol } = element as HTMLAnchorElement
  return origin === location.origin ? undefined : host || protocol
}
