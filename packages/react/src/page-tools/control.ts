import { computeAccessibleName, getRole } from 'dom-accessibility-api'
import { type Control, isControl, isPassword, readControls } from '../forms/controls.ts'
import { describe } from '../tools/can-press.ts'
import {
  isElement,
  isSeen,
  isShown,
  lookInto,
  ofChat,
  parentOf,
  type Sight,
  sightAround,
  type Sights,
} from './sight.ts'

/** What of a page nobody may read. */
export interface Privacy {
  /** A selector of what the application keeps to itself. */
  readonly hide: string
  /** Whether the values of fields may be read. */
  readonly values: boolean
}

/** The most characters of a name. */
const MOST_OF_NAME = 120

/**
 * Returns a text in one line, without what secret fields held, and without characters that nobody
 * sees. Those that join letters or parts of an emoji stay.
 */
export const clean = (text: string): string =>
  [...secrets]
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .replaceAll(/(?![\u200C\u200D][\p{L}\p{Extended_Pictographic}])\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** Whether an element is never read: the chat, and what the application keeps to itself. */
export const isPrivate = (element: Element, { hide }: Privacy): boolean =>
  element.matches(`${ofChat}, ${hide}`)

/** Returns the role of an element as a screen reader says it; empty for none. */
export function roleOf(element: Element): string {
  if (isSecret(element)) return 'secret field'
  const { localName } = element
  if (localName === 'input' && (element as HTMLInputElement).type === 'file') return 'file'
  const role = getRole(element) ?? ''
  // A header of a row is one only inside of a table, which the library does not look for.
  if (localName === 'th' && element.getAttribute('scope') === 'row') return 'rowheader'
  if (role) return role
  if (localName === 'input') return 'textbox'
  if (localName === 'summary') return 'button'
  return (element as HTMLElement).isContentEditable ? 'textbox' : ''
}

/** Returns the accessible name of an element, without values that may not be read. */
export function nameOf(element: Element, privacy: Privacy): string {
  if (refersTo(element, 'aria-labelledby', privacy)) return ''
  const name = clean(computeAccessibleName(element, toOptions(element, privacy)))
  // A control that a page hides has no name: its label is what a user sees.
  const [label] = (element as Partial<HTMLInputElement>).labels ?? []
  const said = name || (label ? textOf(label, privacy) : '')
  return cut(said || clean(element.getAttribute('placeholder') ?? ''), MOST_OF_NAME)
}

/** Returns what the page says of an element, such as why it is disabled. */
export const reasonOf = (element: Element, privacy: Privacy): string =>
  refersTo(element, 'aria-describedby', privacy) ? '' : clean(describe(element))

/** Whether an attribute takes words from something private, which counts there even if hidden. */
const refersTo = (element: Element, attribute: string, { hide }: Privacy): boolean =>
  (element.getAttribute(attribute) ?? '')
    .split(/\s+/)
    .map((id) => element.ownerDocument.getElementById(id))
    .some((one) => one?.closest(hide) ?? one?.querySelector(hide))

/** Returns the labels of the options of a list that a user sees. */
export const labelsOf = (options: Iterable<HTMLOptionElement>, privacy: Privacy): string[] =>
  [...options]
    .filter((one) => !isPrivate(one, privacy) && getComputedStyle(one).display !== 'none')
    .map(({ label }) => clean(label))

const toOptions = (element: Element, privacy: Privacy) => ({
  getComputedStyle: styleWithout(element, privacy),
  // What a style sheet adds is an icon more often than a word, and costs a third of the reading.
  computedStyleSupportsPseudoElements: false,
})

/** Returns a `getComputedStyle` for which what may not be read is hidden. */
const styleWithout =
  (own: Element, privacy: Privacy): typeof getComputedStyle =>
  (element, pseudo) => {
    const isOther = element !== own && isControl(element)
    const isHidden = (isOther && (!privacy.values || isSecret(element))) || element.matches('style')
    const style = getComputedStyle(element, pseudo)
    const isFaint = Number(style.opacity) < 0.1 || Number.parseFloat(style.fontSize) < 2
    return isHidden || (isFaint && element !== own) || isPrivate(element, privacy) ? hidden : style
  }

const hidden = {
  getPropertyValue: (name: string) => (name === 'display' ? 'none' : ''),
} as CSSStyleDeclaration

/** The fields that were passwords at any time: a page shows one as a text if a user asks for it. */
const passwords = new WeakSet<Element>()

/** What the browser fills in for one user alone: codes and cards. */
const ownCodes = /(?:^|\s)(?:one-time-code|cc-[\w-]+)(?:\s|$)/i

/** The words of names and labels of such fields, in English and German. */
const ownWords =
  /passw|passcode|pass ?phrase|kennwort|(?:card|cc) ?n|karten ?nummer|kreditkarte|\bcv[vc]|\b(?:pin|puk|tan|otp|2fa)\b|one time|secret|geheim|token|bearer|(?:api|private|recovery|access) key|schlüssel|seed phrase|(?:security|verification|access|sms) code|(?:sicherheits|bestätigungs|zugangs) ?code|prüfziffer/i

/** What secret fields have held, as a page may repeat it. What has no digit may be a word. */
const secrets = new Set<string>()

/**
 * Whether a field is for a secret, of which neither value nor attributes are read. What it holds is
 * not read elsewhere either.
 */
export function isSecret(element: Element): boolean {
  const { value = '' } = element as Partial<HTMLInputElement>
  if (isControl(element) && isPassword(element)) passwords.add(element)
  const isOne =
    (takesText(element) && ownWords.test(wordsOf(element))) ||
    (isControl(element) &&
      (passwords.has(element) ||
        ownCodes.test(element.autocomplete) ||
        /disc|circle|square/.test(
          getComputedStyle(element).getPropertyValue('-webkit-text-security'),
        )))
  if (isOne && value.length > 5 && /\d/.test(value)) secrets.add(value)
  return isOne
}

/** Returns what says what a field is for, with spaces between the words of a name. */
function wordsOf(element: Element): string {
  const { labels } = element as Partial<HTMLInputElement>
  const said = ['name', 'id', 'aria-label', 'placeholder', 'title'].map((each) =>
    element.getAttribute(each),
  )
  return [...said, ...Array.from(labels ?? [], ({ textContent }) => textContent)]
    .join(' ')
    .replaceAll(/[-_[\].]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
}

const usable = new Set(
  'button checkbox combobox file link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  ),
)

/** Whether a user can do something with an element. */
export function isUsable(element: Element, role: string): boolean {
  if (role === 'option') return !element.closest('select')
  if (role === 'link') return element.hasAttribute('href') || element.hasAttribute('tabindex')
  if (role === 'listbox' && element.localName !== 'select') return false
  return usable.has(role) || (!role && isFocusable(element))
}

const isFocusable = (element: Element): boolean =>
  element.hasAttribute('tabindex') && (element as HTMLElement).tabIndex >= 0

/** Returns the value of a field in words; undefined if it has none that may be read. */
export function valueOf(element: Element, privacy: Privacy): string | undefined {
  if (!privacy.values || isSecret(element)) return undefined
  if (element.localName === 'select')
    return labelsOf((element as HTMLSelectElement).selectedOptions, privacy).join(', ')
  if (takesText(element)) return isControl(element) ? element.value : textOf(element, privacy)
  if (isControl(element)) return undefined
  return (
    element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined
  )
}

/** Whether a user can write into an element. */
export const takesText = (element: Element): boolean =>
  isControl(element)
    ? !/^(?:checkbox|radio|submit|button|file|hidden|image|reset)$/.test(element.type)
    : (element as HTMLElement).isContentEditable

/** Returns what a field holds, or how a toggle stands, to be compared and never said. */
export function heldBy(element: Element): string {
  if (/^(?:checkbox|radio)$/.test((element as HTMLInputElement).type))
    return String((element as HTMLInputElement).checked)
  if (element.matches('select[multiple]')) return String(readControls([element as Control]))
  if (takesText(element))
    return isControl(element) ? element.value : (element as HTMLElement).innerText
  return [...toggles, 'selected'].map((state) => element.getAttribute(`aria-${state}`)).join()
}

/** The states of ARIA that are also said if they are off. */
const toggles = ['expanded', 'pressed', 'checked']
/** All states of ARIA that are said. */
const states = [...toggles, 'selected', 'current', 'invalid', 'sort']

/** Returns the states of a control in words. */
export function statesOf(element: Element): string[] {
  const said: string[] = []
  if (element.matches(':disabled, [aria-disabled="true"]')) said.push('disabled')
  if (element.matches('input[type=checkbox], input[type=radio]'))
    said.push((element as HTMLInputElement).checked ? 'checked' : 'not checked')
  if (element.matches(':required, [aria-required="true"]')) said.push('required')
  if (element.matches('[readonly], [aria-readonly="true"]')) said.push('read-only')
  for (const state of states) {
    const value = element.getAttribute(`aria-${state}`) ?? ''
    if (value === 'false' && toggles.includes(state)) said.push(`not ${state}`)
    else if (!/^(?:false|none|)$/.test(value))
      said.push(value === 'true' ? state : `${state}: ${cut(value, 40)}`)
  }
  return said
}

/** The roles of what a control may stand in. */
const items = new Set(['row', 'listitem', 'article', 'treeitem'])
const groups = new Set(['dialog', 'alertdialog', 'form', 'region', 'group', 'radiogroup'])

/** What one reading has found out, so that it is asked once. */
export interface Known {
  /** Rows, dialogs and regions, in words. */
  readonly places: Map<Element, string>
  readonly sights: Sights
  /** Returns what a field held before the agent wrote into it, in words. */
  readonly before?: ((field: Element) => string | undefined) | undefined
}

export const toKnown = (before?: Known['before']): Known => ({
  places: new Map(),
  sights: new Map(),
  before,
})

/** The most characters of an item that are compared. */
const MOST_OF_ITEM = 400

/**
 * Returns what an element stands in, in words: its row or item by its text, its dialog or region by
 * its name. Else it is the nearest text around it. It tells equal names apart, also if a row is
 * drawn anew for something else.
 */
export function placeOf(element: Element, privacy: Privacy, known: Known = toKnown()): string {
  const said: string[] = []
  /** Whether a text further out would be of something else, such as another row. */
  let isFar = false
  for (let at = parentOf(element); at && said.length < 3; at = parentOf(at)) {
    const text = known.places.get(at) ?? holderOf(at, privacy, known)
    known.places.set(at, text)
    isFar ||= text !== '' || at.matches('main, body')
    const near: string = isFar ? '' : nearTextOf(at, privacy, known, element)
    isFar ||= near !== ''
    if (text || near) said.push(text || `text ${JSON.stringify(near)}`)
  }
  return said.join(' in ')
}

/**
 * Returns the text around a control, or what the fields there hold if there is no other. Both count
 * when places are compared.
 */
function nearTextOf(at: Element, privacy: Privacy, known: Known, control: Element): string {
  const text = textOf(at, { ...privacy, values: false }, known, control)
  const isEnough = text && privacy !== everything
  return isEnough || !privacy.values ? text : textOf(at, privacy, known, control)
}

/** What counts when places are compared. It is never said. */
export const everything: Privacy = { hide: ':not(*)', values: true }

/** Returns what an element is for those in it: a row with its text, a dialog with its name. */
function holderOf(element: Element, privacy: Privacy, known: Known): string {
  const role = getRole(element) ?? ''
  if (!items.has(role) && !groups.has(role)) return ''
  const text = items.has(role) ? textOf(element, privacy, known) : nameOf(element, privacy)
  return text && `${role} ${JSON.stringify(text)}`
}

/**
 * Returns the text of an item that a user sees, without its buttons and `control`: a pressed button
 * makes no other row of it. It has what fields hold if that may be read.
 */
function textOf(item: Element, privacy: Privacy, known?: Known, control?: Element): string {
  const texts: string[] = []
  let length = 0
  const add = (element: Element, around: Sight | undefined): void => {
    const sight = around && lookInto(element, around, known?.sights)
    if (!sight || length > MOST_OF_ITEM || isPrivate(element, privacy)) return
    for (const child of element.childNodes) {
      if (isElement(child)) {
        if (child.localName === 'img') texts.push((child as HTMLImageElement).alt)
        else if (child === control) continue
        else if (!child.matches(controls)) add(child, sight)
        else if (privacy.values && isShown(child, sight))
          texts.push(known?.before?.(child) ?? valueOf(child, privacy) ?? '')
      } else if (child.nodeType === Node.TEXT_NODE && isSeen(child as Text, sight)) {
        texts.push((child as Text).data)
        length += (child as Text).length
      }
    }
  }
  add(item, sightAround(item, known?.sights))
  return cut(clean(texts.join(' ')), MOST_OF_ITEM)
}

const controls = 'button, select, input, textarea, script, style, [role=button], [contenteditable]'

/** Whether a press is known to change nothing but what the page shows. */
export function isHarmless(element: Element, role: string): boolean {
  const isSubmit = element.matches(
    'button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]',
  )
  if (isSubmit && (element as HTMLButtonElement).form) return false
  if (/^(?:tab|checkbox|radio|switch|option|combobox|textbox|searchbox)$/.test(role)) return true
  const header = element.closest('[aria-sort]')
  return (
    element.localName === 'summary' ||
    element.hasAttribute('aria-expanded') ||
    /^(?:true|menu|listbox|tree|grid|dialog)$/.test(element.getAttribute('aria-haspopup') ?? '') ||
    header === element ||
    header?.querySelector('button, a, [role=button]') === element
  )
}
