import type { KeptRequest, RequestLog } from '../../watch/request-log.ts'
import { toToolStates, type ToolState } from './tool-states.ts'

/** The state of a tool over requests. */
export interface ToolHistory {
  readonly name: string
  /** The state in each request. */
  readonly states: readonly ToolState[]
  /** The places in `states` at which the state or its reason is another one. */
  readonly changes: readonly number[]
}

/** The most tools that a search shows. */
export const mostFound = 5

/** Returns the tools whose names have a text, each with its state in every request. */
export function findToolHistories(
  query: string,
  requests: readonly KeptRequest[],
  log: Pick<RequestLog, 'leftOutOf'>,
): ToolHistory[] {
  const all = requests.map((request) => statesOf(request, log))
  const names = new Set(all.flatMap((states) => [...states.keys()]))
  const wanted = query.trim().toLowerCase()
  const found = [...names].filter((name) => name.toLowerCase().includes(wanted))
  // The tool with just this name is first.
  found.sort((a, b) => Number(b.toLowerCase() === wanted) - Number(a.toLowerCase() === wanted))
  return found.slice(0, mostFound).map((name) => {
    const states = all.map((of) => of.get(name) ?? { ...absent, name })
    const changes = states.flatMap((state, at) => (isAlike(state, states[at - 1]) ? [] : [at]))
    return { name, states, changes }
  })
}

const absent: Omit<ToolState, 'name'> = {
  scope: '',
  state: 'absent',
  why: 'It was not on the page.',
  bytes: 0,
}

const isAlike = (one: ToolState, other: ToolState | undefined): boolean =>
  one.state === other?.state && one.reason === other.reason && one.why === other.why

const known = new WeakMap<KeptRequest, ReadonlyMap<string, ToolState>>()

function statesOf(
  request: KeptRequest,
  log: Pick<RequestLog, 'leftOutOf'>,
): ReadonlyMap<string, ToolState> {
  let states = known.get(request)
  if (!states) {
    const list = toToolStates(request, log.leftOutOf(request))
    known.set(request, (states = new Map(list.map((state) => [state.name, state]))))
  }
  return states
}
