import {
  cut,
  everything,
  heldBy,
  type Known,
  nameOf,
  placeOf,
  type Privacy,
  roleOf,
  toKnown,
  valueOf,
} from './control.ts'

/** A control as it was when the page was read. */
export interface Ref {
  readonly id: string
  readonly element: WeakRef<Element>
  readonly role: string
  readonly name: string
  readonly place: string
  /** The place with what is private, to be compared and never said. */
  readonly whole: string
}

/** The most refs that are kept. The oldest are gone first. */
const MOST_REFS = 3_000

/**
 * Short names of controls, such as `e12`. A ref is bound to the element, its role, its name and its
 * place. It never stands for something else: what changes gets a new one with the next reading. Nor
 * does it stand for a field or a toggle that the user has changed since it was read.
 */
export class Refs {
  readonly #byId = new Map<string, Ref>()
  readonly #idOf = new WeakMap<Element, string>()
  /** What each element held when it was read, or when the agent wrote into it. */
  readonly #held = new WeakMap<Element, string>()
  /** What the agent has written since the page was read, with what was there before, in words. */
  #written = new WeakMap<Element, { readonly before: string; after: string }>()
  #last = 0

  /**
   * Returns the ref of a control, which is the one that it had if it is still the same. `known` has
   * the places that one reading has compared.
   */
  of(
    element: Element,
    { role, name, place }: Pick<Ref, 'role' | 'name' | 'place'>,
    known: Known,
  ): Ref {
    const before = this.#byId.get(this.#idOf.get(element) ?? '')
    const whole = placeOf(element, everything, known)
    this.note(element)
    if (before?.role === role && before.name === name && before.whole === whole) return before
    const id = `e${++this.#last}`
    const ref: Ref = { id, element: new WeakRef(element), role, name, place, whole }
    this.#idOf.set(element, id)
    this.#byId.set(id, ref)
    const [oldest] = this.#byId.keys()
    if (this.#byId.size > MOST_REFS && oldest !== undefined) this.#byId.delete(oldest)
    return ref
  }

  /** Notes that the agent knows what an element holds. */
  note(element: Element): void {
    const held = heldBy(element)
    this.#held.set(element, held)
    const written = this.#written.get(element)
    if (written) written.after = held
  }

  /** Writes into a field. What stands around it stays what it was. */
  write(field: Element, write: () => void): void {
    const before = this.#before(field) ?? valueOf(field, everything) ?? ''
    write()
    this.#written.set(field, { before, after: '' })
    this.note(field)
  }

  /** Takes the whole page as it is: it is read next. */
  beginReading(): void {
    this.#written = new WeakMap()
  }

  /** Returns what a field held before the agent wrote what it holds; undefined if it did not. */
  readonly #before = (field: Element): string | undefined => {
    const { before, after } = this.#written.get(field) ?? {}
    return after === heldBy(field) ? before : undefined
  }

  get(id: string): Ref | undefined {
    return this.#byId.get(id)
  }

  /** Returns the element of a ref; undefined if it is not what it was. */
  find(id: string, privacy: Privacy): Element | undefined {
    const ref = this.#byId.get(id)
    const element = ref?.element.deref()
    if (!ref || !element?.isConnected) return undefined
    const isSame =
      roleOf(element) === ref.role &&
      nameOf(element, privacy) === ref.name &&
      heldBy(element) === this.#held.get(element) &&
      placeOf(element, everything, toKnown(this.#before)) === ref.whole
    return isSame ? element : undefined
  }
}

/** Returns what a ref stands for, in words. */
export const describeRef = ({ role, name, place }: Ref): string =>
  `${role || 'control'} ${JSON.stringify(name)}${place ? ` in ${cut(place, 120)}` : ''}`
