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
  const found = new Set(findNames(query.trim().toLowerCase(), requests, log))
  const all = requests.map((request) => {
    // Most requests have all of them, and then nothing was left out.
    const had = request.built.tools.filter(({ name }) => found.has(name))
    const leftOut = had.length < found.size ? log.leftOutOf(request) : []
    const states = toToolStates(request, leftOut, found)
    return new Map(states.map((state) => [state.name, state]))
  })
  return [...found].map((name) => {
    const states = all.map((of) => of.get(name) ?? { ...absent, name })
    const changes = states.flatMap((state, at) => (isAlike(state, states[at - 1]) ? [] : [at]))
    return { name, states, changes }
  })
}

/** Returns the names that have a text, the one that is just this text first. */
function findNames(
  wanted: string,
  requests: readonly KeptRequest[],
  log: Pick<RequestLog, 'leftOutOf'>,
): string[] {
  const newest = requests.at(-1)
  const names = new Set(newest && log.leftOutOf(newest).map(({ name }) => name))
  for (const { built } of requests) {
    const { tools, request } = built
    for (const { name } of tools) names.add(name)
    for (const { name } of request.tools ?? []) names.add(name)
  }
  const isWhole = (name: string): number => Number(name.toLowerCase() === wanted)
  return [...names]
    .filter((name) => name.toLowerCase().includes(wanted))
    .sort((a, b) => isWhole(b) - isWhole(a))
    .slice(0, mostFound)
}

const absent: Omit<ToolState, 'name'> = {
  scope: '',
  state: 'absent',
  why: 'It was not on the page.',
  bytes: 0,
}

const isAlike = (one: ToolState, other: ToolState | undefined): boolean =>
  one.state === other?.state && one.reason === other.reason && one.why === other.why
