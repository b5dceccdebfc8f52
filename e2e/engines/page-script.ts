import { Ivya } from 'ivya'
import { generateAriaTree, matchAriaTree, parseAriaTemplate } from 'ivya/aria'
import {
  getAriaChecked,
  getAriaDisabled,
  getElementAccessibleDescription,
  getElementAccessibleName,
  isElementVisible,
} from 'ivya/utils'
import type { Expectation, ExpectedText, Outcome, Place } from './expectation.ts'

// Runs in the page. Finds elements as Playwright does, and says how they are.

const ivya = Ivya.create({
  browser: navigator.userAgent.includes('Firefox') ? 'firefox' : 'webkit',
})

const all = (selector: string): Element[] => ivya.queryLocatorSelectorAll(selector)

/** Returns the one element that is found. Throws when there are more. */
function one(selector: string): Element | undefined {
  const found = all(selector)
  if (found.length > 1) throw new Error(`The selector finds ${found.length} elements, not one.`)
  return found[0]
}

/** Returns the one element that is found. Throws when there is none, or more. */
function must(selector: string): Element {
  const found = one(selector)
  if (found === undefined) throw new Error('The selector finds no element.')
  return found
}

const isVisible = (element: Element | undefined): boolean =>
  element?.isConnected === true && isElementVisible(element)

/** Returns where a pointer can click an element, once it is still. Else what is in the way. */
async function place(selector: string, button: 'enabled' | 'any'): Promise<Place> {
  const element = must(selector)
  if (!isVisible(element)) return { blockedBy: 'it is not visible' }
  if (button === 'enabled' && getAriaDisabled(element)) return { blockedBy: 'it is disabled' }
  if (!hits(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = middle(element)
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const now = middle(element)
  if (before.x !== now.x || before.y !== now.y) return { blockedBy: 'it moves' }
  const top = topElement(now)
  return hits(element) ? now : { blockedBy: `${top?.outerHTML.slice(0, 80)} is above it` }
}

function middle(element: Element): { x: number; y: number } {
  const rect = [...element.getClientRects()].find(({ width, height }) => width * height > 0)
  const { x, y, width, height } = rect ?? element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

function topElement({ x, y }: { x: number; y: number }): Element | null {
  let top = document.elementFromPoint(x, y)
  for (let inner = top; inner !== null; inner = inner.shadowRoot?.elementFromPoint(x, y) ?? null) {
    if (inner === top && inner.shadowRoot === null) break
    top = inner
  }
  return top
}

/** True if a click in the middle of an element reaches it. */
function hits(element: Element): boolean {
  const top = topElement(middle(element))
  if (top === null) return false
  if (element.contains(top)) return true
  return top.closest('button, a, label, [role=button]')?.contains(element) === true
}

/** Puts a text in a field, as a paste does. */
function fill(selector: string, text: string): void {
  const field = must(selector) as HTMLInputElement | HTMLTextAreaElement
  if (!isVisible(field) || field.disabled || field.readOnly) {
    throw new Error('The field cannot be edited.')
  }
  field.focus()
  field.select()
  if (text === '') {
    if (field.value !== '') document.execCommand('delete')
  } else document.execCommand('insertText', false, text)
  if (field.value === text) return
  // A date or a number takes a text only as a whole.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function select(selector: string, wanted: string): void {
  const list = must(selector) as HTMLSelectElement
  const option = [...list.options].find(({ value, label }) => value === wanted || label === wanted)
  if (option === undefined) throw new Error(`The list has no option "${wanted}".`)
  list.focus()
  list.value = option.value
  list.dispatchEvent(new Event('input', { bubbles: true }))
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

const collapse = (text: string): string =>
  text
    .replaceAll(/[\u200b\u00ad]/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ')

const textOf = (element: Element, { useInnerText }: Expectation): string =>
  useInnerText ? (element as HTMLElement).innerText : (element.textContent ?? '')

function matches(expected: ExpectedText, received: string): boolean {
  if (expected.regexSource !== undefined) {
    return new RegExp(expected.regexSource, expected.regexFlags).test(received)
  }
  const normal = (text: string): string => {
    const shown = expected.normalizeWhiteSpace ? collapse(text) : text
    return expected.ignoreCase ? shown.toLowerCase() : shown
  }
  const wanted = normal(expected.string ?? '')
  return expected.matchSubstring ? normal(received).includes(wanted) : normal(received) === wanted
}

/** True if the texts are found in this order. All of them, and with `exact` no others. */
function matchesAll(expected: readonly ExpectedText[], received: string[], exact: boolean) {
  if (exact && expected.length !== received.length) return false
  let nth = 0
  for (const text of received) {
    const next = expected[nth]
    if (next !== undefined && matches(next, text)) nth += 1
  }
  return nth === expected.length
}

const states: Readonly<Record<string, (element: Element) => boolean>> = {
  'to.be.attached': () => true,
  'to.be.detached': () => false,
  'to.be.visible': isVisible,
  'to.be.hidden': (element) => !isVisible(element),
  'to.be.disabled': getAriaDisabled,
  'to.be.enabled': (element) => !getAriaDisabled(element),
  'to.be.focused': (element) => {
    const root = element.getRootNode() as Document | ShadowRoot
    // A window that was resized on a display without a window manager has no focus of its own,
    // though keys arrive there. So `document.hasFocus` is not asked.
    return root.activeElement === element
  },
  'to.be.checked': (element) => getAriaChecked(element) === true,
  'to.be.in.viewport': (element) => {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
    const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    return width * height > 0 && isInside
  },
}

const values: Readonly<Record<string, (element: Element, expected: Expectation) => string | null>> =
  {
    'to.have.text': textOf,
    'to.have.value': (element) => (element as HTMLInputElement).value,
    'to.have.attribute.value': (element, { expressionArg }) =>
      element.getAttribute(expressionArg ?? ''),
    'to.have.accessible.name': (element) => getElementAccessibleName(element, false),
    'to.have.accessible.description': (element) => getElementAccessibleDescription(element, false),
  }

/** The states that an element can have by not being there. */
const absent = new Set(['to.be.hidden', 'to.be.detached'])

/** Says whether what a matcher of Playwright expects is so now. */
function check(selector: string, name: string, expected: Expectation): Outcome {
  const { expectedText = [] } = expected
  if (name === 'to.have.count') {
    const count = all(selector).length
    return { matches: count === expected.expectedNumber, received: count }
  }
  if (name.endsWith('.array')) {
    const received = all(selector).map((element) => textOf(element, expected))
    const exact = name === 'to.have.text.array'
    return { matches: matchesAll(expectedText, received, exact), received }
  }
  const element = one(selector)
  if (element === undefined) return { matches: absent.has(name), received: 'no element' }
  const state = states[name]?.(element)
  if (state !== undefined) return { matches: state, received: state ? name : `not ${name}` }
  if (name === 'to.match.aria') {
    const template = parseAriaTemplate(String(expected.expectedValue))
    const { pass, resolved } = matchAriaTree(generateAriaTree(element), template)
    return { matches: pass, received: { raw: resolved, regex: resolved } }
  }
  const value = values[name]
  if (value === undefined) throw new Error(`The stories cannot expect "${name}" in this engine.`)
  const received = value(element, expected)
  const [text] = expectedText
  return { matches: received !== null && text !== undefined && matches(text, received), received }
}

const story = { all, one, must, isVisible, place, fill, select, check }
export type PageScript = typeof story

Object.assign(globalThis, { ambitStory: story })
