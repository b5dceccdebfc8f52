import type { AppFile, Condition, Step } from './app-file.ts'

type Json = unknown
type Bag = Record<string, Json>
type Row = Bag & { id?: string }

/** The most rows that a reading step returns. */
const MOST_ROWS = 50

/** An application at work: its state, and the work of its tools. */
export class World {
  readonly app: AppFile
  readonly state: Bag
  /** The number of things that were made, for their ids. */
  #made = 0

  constructor(app: AppFile, page: string = app.state.page) {
    this.app = app
    this.state = { ...structuredClone(app.state), page }
  }

  get page(): string {
    return String(this.state['page'])
  }

  /** The data alone: what is on the screen does not count. */
  get data(): Bag {
    const { page: _page, view: _view, ...data } = this.state
    return data
  }

  /** Returns what the open page shows. */
  shown(): Bag {
    const shows = this.app.pages[this.page]?.shows ?? []
    return Object.fromEntries(shows.map((path) => [path.slice(1), this.#at(path, {})]))
  }

  /** Whether a condition holds. */
  holds(condition: Condition, args: Bag = {}): boolean {
    const { path, value, is, not, over, under, exists } = condition
    const found = path === undefined ? fill(value, args) : this.#at(path, args)
    if (exists !== undefined && (found !== undefined) !== exists) return false
    if ('is' in condition && !isEqual(found, fill(is, args))) return false
    if ('not' in condition && isEqual(found, fill(not, args))) return false
    if (over !== undefined && !isBetween(found, fill(over, args), undefined)) return false
    if (under !== undefined && !isBetween(found, undefined, fill(under, args))) return false
    return !condition.in || condition.in.some((each) => isEqual(found, fill(each, args)))
  }

  /** Runs a tool. Returns its result. Throws, and changes nothing, if a step fails. */
  run(name: string, args: Bag): Json {
    const tool = this.app.tools.find((each) => each.name === name)
    if (!tool) throw new Error(`There is no tool "${name}".`)
    const before = structuredClone(this.state)
    const made = this.#made
    try {
      return this.#doAll(tool.do, args) ?? { ok: true }
    } catch (error) {
      this.restore(before)
      this.#made = made
      throw error
    }
  }

  /** Gives back a state as it was. */
  restore(state: Bag): void {
    for (const key of Object.keys(this.state)) delete this.state[key]
    Object.assign(this.state, structuredClone(state))
  }

  #doAll(steps: readonly Step[], args: Bag): Json {
    let result: Json
    for (const step of steps) result = this.#do(step, args) ?? result
    return result
  }

  #do(step: Step, args: Bag): Json {
    if ('need' in step) {
      if (!this.holds(step.need, args)) throw new Error(String(fill(step.else, args)))
    } else if ('set' in step) {
      const [parent, key] = this.#place(step.set, args)
      const value = fill(step.to, args)
      if (step.plus !== undefined)
        parent[key] = Number(parent[key] ?? 0) + Number(fill(step.plus, args))
      else if (value !== undefined) parent[key] = value
    } else if ('add' in step) {
      const list = this.#at(step.add, args)
      if (!Array.isArray(list)) throw new Error(`There is no list ${step.add}.`)
      const item = fill(step.item, args)
      const id = step.id === undefined ? undefined : `${step.id}${++this.#made}`
      list.push(id === undefined ? item : { id, ...(item as object) })
      return id === undefined ? undefined : { id }
    } else if ('remove' in step) {
      const [parent, key] = this.#place(step.remove, args)
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete parent[key]
    } else if ('for' in step) {
      const items = fill(step.for, args)
      for (const item of Array.isArray(items) ? items : [])
        this.#doAll(step.do, { ...args, [step.as]: item })
    } else return this.#read(step, args)
    return undefined
  }

  #read({ read, where = {}, pick, sum }: Extract<Step, { read: string }>, args: Bag): Json {
    const list = this.#at(read, args)
    if (!Array.isArray(list)) return list ?? null
    const wanted = Object.entries(where).map(([key, test]) => [key, fill(test, args)] as const)
    const found = (list as Row[]).filter((row) =>
      wanted.every(([key, test]) => test === undefined || isLike(row[key], test)),
    )
    const rows = found
      .slice(0, MOST_ROWS)
      .map((row) => (pick ? Object.fromEntries(pick.map((key) => [key, row[key]])) : row))
    const total = sum && found.reduce((all, row) => all + Number(row[sum]), 0)
    return {
      count: found.length,
      ...(typeof total === 'number' && { sum: Math.round(total * 100) / 100 }),
      rows: structuredClone(rows),
    }
  }

  /** Returns the value at a path; undefined where there is none. */
  #at(path: string, args: Bag): Json {
    return keysOf(path, args).reduce<Json>((at, key) => {
      if (Array.isArray(at)) return (at as Row[]).find((row) => row.id === key)
      return typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Bag)[key]
        : undefined
    }, this.state)
  }

  /** Returns the object or the list that has the value at a path, and its key there. */
  #place(path: string, args: Bag): [parent: Bag, key: string] {
    const keys = keysOf(path, args)
    const last = keys.pop() ?? ''
    const parent = this.#at(`/${keys.join('/')}`, {})
    const own = keys.length === 0 ? this.state : parent
    if (typeof own !== 'object' || own === null) throw new Error(`There is no ${keys.at(-1)}.`)
    if (!Array.isArray(own)) return [own as Bag, last]
    const at = (own as Row[]).findIndex((row) => row.id === last)
    if (at < 0) throw new Error(`There is no ${last}.`)
    return [own as unknown as Bag, String(at)]
  }
}

const keysOf = (path: string, args: Bag): string[] =>
  path
    .split('/')
    .filter(Boolean)
    .map((key) => (key.startsWith('$') ? String(args[key.slice(1)]) : key))

/** Fills a template. An argument that was not given leaves nothing where it stands. */
function fill(template: Json, args: Bag): Json {
  if (typeof template === 'string') {
    if (/^\$\w+$/.test(template)) return args[template.slice(1)]
    return template.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(args[name]))
  }
  if (Array.isArray(template)) return template.map((each) => fill(each, args))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, value]) => {
      const filled = fill(value, args)
      return filled === undefined ? [] : [[key, filled]]
    }),
  )
}

/** Whether a number, or a day as text, is over one and under another. */
const isBetween = (value: Json, over: Json, under: Json): boolean =>
  (over === undefined || (value as number) > (over as number)) &&
  (under === undefined || (value as number) < (under as number))

const isEqual = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether a value is the one that is looked for, or within `over`, `under` or `has`. */
function isLike(value: Json, test: Json): boolean {
  if (typeof test !== 'object' || test === null || Array.isArray(test)) return isEqual(value, test)
  const { over, under, has, not } = test as Bag
  const text = (Array.isArray(value) ? value.join(' ') : String(value)).toLowerCase()
  return (
    isBetween(value, over, under) &&
    (not === undefined || !isEqual(value, not)) &&
    (has === undefined || (typeof has === 'string' && text.includes(has.toLowerCase())))
  )
}
