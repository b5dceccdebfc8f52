import { parseAst } from 'vite'
import {
  declaredAt,
  definedAt,
  isReference,
  membersOf,
  nameOf,
  type Node,
  type Place,
  walk,
} from './ast.ts'
import { api, childOf, css, type Features, javascript, lackedBy } from './support.ts'

/** A feature that a least version lacks. */
export interface Newer {
  /** The name, such as `Iterator`, `AbortSignal.any` or `.toSorted`. */
  readonly name: string
  /** The browsers, each with the version that brought it. */
  readonly lackedBy: readonly string[]
}

/** Returns the nodes of a file. */
export const nodesOf = (code: string): Place[] => [...walk(parseAst(code) as unknown as Node)]

/** Returns the names of the properties that the objects and classes of a file define. */
export const definedIn = (places: readonly Place[]): string[] =>
  places.flatMap((it) => definedAt(it) ?? [])

/**
 * Finds the globals, static members and members of instances that a least version lacks. A member
 * of an instance is known by its name alone, as code has no types: it is newer if each type of the
 * browser with such a member is. The names in `own` are of objects that are not the browser's.
 */
export function newerInJs(places: readonly Place[], own: ReadonlySet<string>): Newer[] {
  const declared = new Set(places.flatMap((it) => declaredAt(it) ?? []))
  const found = new Map<string, readonly string[]>()
  const add = (name: string, lacked: readonly string[] | undefined): void => {
    if (lacked?.length) found.set(name, lacked)
  }
  for (const place of places) {
    const { node } = place
    if (/\(\?[ims]*-?[ims]+:/.test(patternOf(node))) {
      add('(?i:)', lackedBy(childOf(javascript.regular_expressions, 'modifier')))
    }
    if (node.type === 'Identifier' && !declared.has(nameOf(node)) && isReference(place)) {
      add(nameOf(node), lackedBy(globalOf(nameOf(node))))
    }
    for (const [owner, name] of membersOf(node)) {
      const type = owner && !declared.has(owner) ? typeOf(owner) : undefined
      const exact = memberOf(type, name)
      if (exact) add(`${owner}.${name}`, lackedBy(exact))
      else if (!own.has(name)) add(`.${name}`, lackedByAll(name))
    }
  }
  return [...found].map(([name, lacked]) => ({ name, lackedBy: lacked }))
}

const patternOf = ({ regex }: Node): string =>
  (regex as { readonly pattern: string } | null | undefined)?.pattern ?? ''

const roots = [javascript.builtins, api]
const types = [...roots, childOf(javascript.builtins, 'Intl')].flatMap((root) =>
  Object.values(root as Record<string, Features>),
)

const globalOf = (name: string): Features | undefined =>
  roots.map((root) => childOf(root, name)).find(Boolean) ?? childOf(childOf(api, 'Window'), name)

/** The type of a global, such as `AbortSignal`, or of the object that a global holds. */
const typeOf = (name: string): Features | undefined =>
  globalOf(name[0]?.toUpperCase() + name.slice(1)) ?? globalOf(name)

const memberOf = (type: Features | undefined, name: string): Features | undefined =>
  childOf(type, `${name}_static`) ?? childOf(type, name)

/** The property of a style sheet that a member of a style is, such as `max-width`. */
const propertyOf = (name: string): Features | undefined =>
  childOf(
    css['properties'],
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )

const membersLack = new Map<string, readonly string[] | undefined>()

/**
 * The browsers that lack a member of this name, if each type with such a member lacks it in some
 * least version; undefined if one type is old enough.
 */
function lackedByAll(name: string): readonly string[] | undefined {
  if (!membersLack.has(name)) {
    const members = [propertyOf(name), ...types.map((type) => memberOf(type, name))]
    const each = members.map(lackedBy).filter((it) => it !== undefined)
    const isNewer = each.every((lacked) => lacked.length > 0)
    membersLack.set(name, isNewer ? [...new Set(each.flat())] : undefined)
  }
  return membersLack.get(name)
}
