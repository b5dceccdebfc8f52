import {
  cut,
  everything,
  heldBy,
  type Known,
  nameOf,
  placeOf,
  type Privacy,
  roleOf,
  rowOf,
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
    this.#held.set(element, heldBy(element))
  }

  /**
   * Returns a function that takes what an act changes in the row of a field as read. It does
   * nothing while the user is in the row. Nor does it if the field holds something else than was
   * written: another row may stand there.
   */
  holdRow(field: Element, privacy: Privacy): () => void {
    const known: Known = { places: new Map(), sights: new Map() }
    const row = rowOf(field, known)
    const refs = [...this.#byId.values()].filter(({ id, element }) => {
      const at = element.deref()
      return at && row?.contains(at) && rowOf(at, known) === row && this.find(id, privacy)
    })
    return () => {
      if (heldBy(field) !== this.#held.get(field) || row?.contains(document.activeElement)) return
      for (const ref of refs) {
        const at = ref.element.deref()
        const place = at && placeOf(at, privacy)
        if (at && place !== undefined)
          this.#byId.set(ref.id, { ...ref, place, whole: placeOf(at, everything) })
      }
    }
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
      placeOf(element, everything) === ref.whole
    return isSame ? element : undefined
  }
}

/** Returns what a ref stands for, in words. */
export const describeRef = ({ role, name, place }: Ref): string =>
  `${role || 'control'} ${JSON.stringify(name)}${place ? ` in ${cut(place, 120)}` : ''}`
