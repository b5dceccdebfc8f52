import type { Agent } from '@ambit/core'
import { type Fiber, hooksOf, nodesOf, visitFibers } from './page-fibers.ts'

/** A scope or a tool, by its name. */
export interface Owned {
  readonly kind: 'scope' | 'tool'
  readonly name: string
}

/**
 * Returns the elements and texts of the components that registered a scope or a tool of an agent.
 * Empty if no component did, if it renders nothing, or if React keeps its tree in another way.
 */
export function findOwner(
  agent: Agent,
  owned: Owned,
  page: Document = document,
): (Element | Text)[] {
  const nodes: (Element | Text)[] = []
  try {
    visitFibers(page, (fiber) => {
      if (isOwner(fiber, agent, owned)) nodes.push(...nodesOf(fiber))
    })
  } catch {
    // A version of React that this does not know: nothing is outlined.
  }
  return nodes
}

function isOwner(fiber: Fiber, { scopes }: Agent, { kind, name }: Owned): boolean {
  return hooksOf(fiber).some((value) => {
    // The objects that `useScope` and `useTool` of ambit/react keep in a state.
    const { registered, add, register, leave, ...own } = readRegistration(value)
    if (registered && registered.scopes !== scopes) return false
    if (kind === 'scope') return own.name === name && typeof add === 'function'
    return own.current?.name === name && [register, leave].every(isFunction)
  })
}

/** The members of a registration that tell what it is. */
interface Registration {
  readonly name?: unknown
  readonly current?: { readonly name?: unknown } | undefined
  readonly registered?: { readonly scopes?: unknown } | undefined
  readonly add?: unknown
  readonly register?: unknown
  readonly leave?: unknown
}

function readRegistration(value: unknown): Registration {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const { name, current, registered, add, register, leave } = value as Registration
  return { name, current, registered, add, register, leave }
}

const isFunction = (value: unknown): boolean => typeof value === 'function'
