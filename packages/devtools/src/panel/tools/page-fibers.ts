/** The part of a node of React's own tree that is read here. */
export interface Fiber {
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly stateNode: unknown
  /** The state of a class, or the first hook of a function. */
  readonly memoizedState: unknown
}

/** One hook of a function component. */
interface Hook {
  readonly memoizedState: unknown
  readonly next: unknown
}

/** The most nodes that are visited: an outline must not hold the page up. */
const maxFibers = 100_000

/** Calls `visit` for each component and element that React has on a page, parents first. */
export function visitFibers(page: Document, visit: (fiber: Fiber) => void): void {
  let left = maxFibers
  for (const root of findRoots(page)) {
    const waiting: (Fiber | null)[] = [root]
    while (waiting.length > 0 && left > 0) {
      const fiber = waiting.pop()
      if (!fiber) continue
      left--
      visit(fiber)
      waiting.push(fiber.sibling, fiber.child)
    }
  }
}

/** Returns the values in the state hooks of a function component. Empty for all others. */
export function hooksOf({ memoizedState }: Fiber): unknown[] {
  const values: unknown[] = []
  let hook = memoizedState
  while (isHook(hook) && values.length < 1_000) {
    values.push(hook.memoizedState)
    hook = hook.next
  }
  return values
}

/** Returns the outermost elements and texts that a component has on the page. */
export function nodesOf(fiber: Fiber): (Element | Text)[] {
  const nodes: (Element | Text)[] = []
  const waiting: (Fiber | null)[] = [fiber.child]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (!next) continue
    const { stateNode } = next
    const isNode = stateNode instanceof Element || stateNode instanceof Text
    if (isNode) nodes.push(stateNode)
    waiting.push(next.sibling, isNode ? null : next.child)
  }
  return nodes
}

/**
 * Returns the roots of React on a page. React 18 and 19 keep a root at the element that it was
 * created for, under a key that no other page has.
 */
function findRoots(page: Document): Fiber[] {
  const roots: Fiber[] = []
  for (const element of [page, ...page.querySelectorAll('*')]) {
    const key = Object.keys(element).find((name) => name.startsWith('__reactContainer$'))
    if (key === undefined) continue
    const { stateNode } = (element as unknown as Record<string, Fiber | null>)[key] ?? {}
    // The fiber at the element may be that of an earlier commit.
    const { current } = (stateNode ?? {}) as { readonly current?: Fiber }
    if (current) roots.push(current)
  }
  return roots
}

const isHook = (value: unknown): value is Hook =>
  typeof value === 'object' && value !== null && 'next' in value && 'memoizedState' in value
