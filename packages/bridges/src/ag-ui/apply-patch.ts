import { isUnsafeKey } from '@ambit/protocol'

/** One operation of a JSON Patch. Source: RFC 6902. */
interface PatchOperation {
  readonly op?: unknown
  readonly path?: unknown
  readonly from?: unknown
  readonly value?: unknown
}

type Holder = Record<string, unknown> | unknown[]

/** The most operations of a patch, and the most characters of JSON that its copies may have. */
const most = { operations: 10_000, copied: 4_000_000 }

/**
 * Returns a copy of a JSON document with the operations of a JSON Patch applied. The document is
 * not changed. Throws if an operation does not apply, and for more than 10,000 of them. Throws too
 * for copies of more than 4 million characters together, because each could double the document.
 */
export function applyPatch(document: unknown, patch: unknown): unknown {
  // The pointer of the whole document is the empty text, so its holder has it as the key ''.
  const root: Holder = { '': structuredClone(document) }
  const operations = patch as readonly PatchOperation[]
  if (operations.length > most.operations) refuse()
  let room = most.copied
  for (const { op, path, from, value } of operations) {
    if (/^(add|replace|test)$/.test(String(op)) && value === undefined) refuse()
    const [holder, key] = locate(root, path)
    if (op === 'remove' && holder === root) refuse()
    if (op === 'add') add(holder, key, structuredClone(value))
    else if (op === 'remove') remove(holder, key)
    else if (op === 'replace') {
      read(holder, key)
      Object.assign(holder, { [key]: structuredClone(value) })
    } else if (op === 'test') {
      if (!isSame(read(holder, key), value)) refuse()
    } else if (op === 'copy' || op === 'move') {
      if (op === 'move' && `${String(path)}/`.startsWith(`${String(from)}/`)) {
        if (path === from) continue
        refuse()
      }
      const source = locate(root, from)
      const found = read(...source)
      if (op === 'copy') room -= JSON.stringify(found).length
      if (room < 0) refuse()
      const moved = structuredClone(found)
      if (op === 'move') remove(...source)
      add(...locate(root, path), moved)
    } else refuse()
  }
  return root['']
}

/** Returns the object or list that a pointer leads to, and the key in it. */
function locate(root: Holder, pointer: unknown): [Holder, string] {
  const steps = String(pointer).split('/')
  const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (steps[0] !== '' || keys.some(isUnsafeKey)) refuse()
  const key = keys.pop() as string
  const holder = keys.reduce<unknown>((at, step) => read(at as Holder, step), root)
  if (typeof holder !== 'object' || holder === null) refuse()
  return [holder as Holder, key]
}

function read(holder: Holder, key: string): unknown {
  // A list has a member `length`, which is not an entry.
  if (Array.isArray(holder) && !isIndex(key)) refuse()
  if (!Object.hasOwn(Object(holder) as object, key)) refuse()
  return (holder as Record<string, unknown>)[key]
}

function add(holder: Holder, key: string, value: unknown): void {
  if (!Array.isArray(holder)) holder[key] = value
  else {
    const at = key === '-' ? holder.length : Number(key)
    if ((key !== '-' && !isIndex(key)) || at > holder.length) refuse()
    holder.splice(at, 0, value)
  }
}

/** Whether a key is the index of an entry. Source: RFC 6901, section 4. */
const isIndex = (key: string): boolean => /^(0|[1-9]\d*)$/.test(key)

function remove(holder: Holder, key: string): void {
  read(holder, key)
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

/** Whether two JSON values are equal, whatever the order of their keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === others.length &&
    keys.every((key) => isSame((a as Holder)[key as never], (b as Holder)[key as never]))
  )
}

function refuse(): never {
  throw new Error('It does not apply.')
}
