import { selectorEngine } from '@vitest/browser/locators'

/** A place in the viewport of the whole page, in CSS pixels. */
export interface Place {
  readonly x: number
  readonly y: number
}

export interface ReachOptions {
  /** The place in the element, from its upper left. Default: its middle. */
  readonly position?: Partial<Place> | undefined
  /** Does not wait until the element is enabled and nothing covers it. */
  readonly force?: boolean | undefined
  /** The longest wait, in milliseconds. */
  readonly timeout?: number | undefined
}

/** A file in base64. */
export interface SentFile {
  readonly name: string
  readonly mimeType: string
  readonly base64: string
}

export type ElementActions = typeof elementActions

// A test may put false timers in place of these.
const later = window.setTimeout.bind(window)
const nextFrame = window.requestAnimationFrame.bind(window)
const now = performance.now.bind(performance)

/** The work of the commands in the page of the tests: they find elements and wait for them. */
export const elementActions = {
  /** Waits until an element can be pressed, and returns where. */
  async reach(selector: string, options: ReachOptions): Promise<Place> {
    return until(options.timeout, selector, async () => {
      const element = find(selector)
      if (!options.force && isDisabled(element)) throw new Error('it is disabled')
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const rect = await restingRect(element)
      const place = placeIn(element, rect, options.position)
      if (!options.force && !isReached(element, place)) {
        throw new Error(`${describe(document.elementFromPoint(place.x, place.y))} covers it`)
      }
      const frame = frameRect()
      return { x: place.x + frame.x, y: place.y + frame.y }
    })
  },

  /** Gives the focus to an element. */
  async focus(selector: string, options: ReachOptions): Promise<void> {
    await until(options.timeout, selector, () => focusOn(find(selector)))
  },

  /** Replaces the text of a field, with the events of one change. */
  async fill(selector: string, text: string, options: ReachOptions): Promise<void> {
    const field = await until(options.timeout, selector, () => {
      const element = find(selector)
      if (isDisabled(element)) throw new Error('it is disabled')
      if (!isShown(element)) throw new Error('it is not shown')
      if ('readOnly' in element && element.readOnly) throw new Error('it is read-only')
      return element
    })
    focusOn(field)
    selectAll(field)
    const isTyped = text === '' ? isEmpty(field) || remove() : insert(text)
    if (!isTyped) setValue(field as HTMLInputElement, text)
  },

  /** Selects the text of what has the focus. */
  selectAll(): void {
    if (document.activeElement) selectAll(document.activeElement)
  },

  /** Gives the focus to the page of the tests, unless one of its elements has it. */
  focusPage(): void {
    if (!document.hasFocus() || document.activeElement === document.body) window.focus()
  },

  /** Chooses files in a file input. */
  async chooseFiles(selector: string, files: readonly SentFile[], options: ReachOptions) {
    const input = (await until(options.timeout, selector, () => find(selector))) as HTMLInputElement
    const chosen = new DataTransfer()
    for (const { name, mimeType, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      chosen.items.add(new File([bytes], name, { type: mimeType }))
    }
    input.files = chosen.files
    announce(input)
  },

  /** Chooses options of a list by their values or labels, or by selectors of the options. */
  async choose(
    selector: string,
    wanted: readonly (string | { readonly selector: string })[],
    options: ReachOptions,
  ) {
    const list = (await until(options.timeout, selector, () => find(selector))) as HTMLSelectElement
    const chosen = new Set(
      wanted.map((choice) => {
        if (typeof choice !== 'string') return find(choice.selector)
        const option = [...list.options].find(
          ({ value, label }) => value === choice || label === choice,
        )
        if (!option) throw new Error(`The list has no option "${choice}".`)
        return option
      }),
    )
    list.focus()
    for (const option of list.options) option.selected = chosen.has(option)
    announce(list)
  },
}

/** Tries until it succeeds. Fails with the reason of the last try. */
async function until<T>(
  timeoutMs: number | undefined,
  selector: string,
  attempt: () => T | Promise<T>,
): Promise<T> {
  const end = now() + (timeoutMs ?? 25_000)
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (now() >= end) {
        throw new Error(`"${selector}" cannot be used: ${String(error)}`, { cause: error })
      }
    }
    await new Promise((resolve) => void later(resolve, 20))
  }
}

function find(selector: string): HTMLElement {
  // Vitest names an element by its path from the root, or by a selector of its own engine.
  const found = selector.startsWith('html')
    ? document.querySelector(selector)
    : selectorEngine.querySelector(
        selectorEngine.parseSelector(selector),
        document.documentElement,
        true,
      )
  if (!found) throw new Error('there is none')
  return found as HTMLElement
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

function isDisabled(element: Element): boolean {
  return element.closest('[aria-disabled="true"]') !== null || element.matches(':disabled')
}

/** Returns the rectangle of an element that does not move any more. */
async function restingRect(element: Element): Promise<DOMRect> {
  if (!isShown(element)) throw new Error('it is not shown')
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => void nextFrame(resolve))
  const rect = element.getBoundingClientRect()
  const isStill = (['x', 'y', 'width', 'height'] as const).every(
    (side) => rect[side] === before[side],
  )
  if (!isStill) throw new Error('it moves')
  return rect
}

function placeIn(element: Element, rect: DOMRect, position?: Partial<Place>): Place {
  if (position) return { x: rect.x + (position.x ?? 0), y: rect.y + (position.y ?? 0) }
  // An inline element that breaks has a rectangle per line.
  const box = [...element.getClientRects()].find(({ width, height }) => width * height > 0) ?? rect
  const middle = (from: number, to: number, limit: number) =>
    (Math.max(from, 0) + Math.min(to, limit)) / 2
  return {
    x: middle(box.left, box.right, innerWidth),
    y: middle(box.top, box.bottom, innerHeight),
  }
}

/** Returns true if a press at the place reaches the element, one inside of it, or its label. */
function isReached(element: Element, { x, y }: Place): boolean {
  let hit = document.elementFromPoint(x, y)
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y)
    if (!inner || inner === hit) break
    hit = inner
  }
  for (let node: Node | null = hit; node; node = parentOf(node)) {
    if (node === element) return true
    if (node instanceof HTMLLabelElement && node.control === element) return true
  }
  return false
}

function parentOf(node: Node): Node | null {
  return node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentNode
}

function frameRect(): DOMRect {
  return frameElement?.getBoundingClientRect() ?? new DOMRect()
}

function focusOn(element: HTMLElement): void {
  window.focus()
  element.focus()
}

function selectAll(element: Element): void {
  if ('select' in element && typeof element.select === 'function') element.select()
  else getSelection()?.selectAllChildren(element)
}

function isEmpty(element: Element): boolean {
  return 'value' in element ? element.value === '' : element.textContent === ''
}

// The one way to change a field with the events of the engine itself.
const insert = (text: string) => document.execCommand('insertText', false, text)
const remove = () => document.execCommand('delete')

/** Sets the value of a field that takes no text, such as a date or a range. */
function setValue(field: HTMLInputElement, value: string): void {
  // React notices a change by the setter of the prototype.
  const prototype = Object.getPrototypeOf(field) as object
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  announce(field)
}

function announce(field: Element): void {
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function describe(element: Element | null): string {
  return element ? selectorEngine.previewNode(element) : 'nothing'
}
