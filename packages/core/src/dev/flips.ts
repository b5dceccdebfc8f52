import { stableEnd } from '@ambit/protocol'
import type { ModelRequest } from '../model/request.ts'
import type { ListedTool, ToolListAt } from '../model/tool-list.ts'

/** The tokens that flips may cost in one turn before the app is told. */
const mostTokens = 2_000

/** The time after which a provider has nothing in its cache. */
const cacheMs = 5 * 60_000

/** The latest request of a page, and what flips have cost in its turn. */
interface Turn {
  readonly owner: string
  readonly at: number
  readonly request: ModelRequest
  /** The names of all tools that the page has had. */
  readonly known: ReadonlySet<string>
  readonly lost: number
  readonly isTold: boolean
}

const turns = new WeakMap<object, Turn>()

/**
 * Warns, once for a page, of tools that go on and off so often that a turn pays over 2,000 prompt
 * tokens again. A tool that the page has for the first time does not count.
 */
export function flips(
  { page, owner, now, iteration, isNarrowed }: ToolListAt,
  offered: readonly ListedTool[],
  request: ModelRequest,
  estimate: (request: ModelRequest) => number,
): void {
  const last = turns.get(page)
  if (isNarrowed || last?.isTold) return
  const isWarm = last?.owner === owner && Math.abs(now - last.at) <= cacheMs
  const known = new Set(isWarm ? last.known : [])
  const before = iteration > 0 && isWarm ? last.lost : 0
  const lost =
    before + (isWarm && hasFlipped(last, request) ? estimate(sentAgain(last, request)) : 0)
  for (const { tool } of offered) known.add(tool.name)
  const isTold = lost > mostTokens
  turns.set(page, { owner, at: now, request, known, lost, isTold })
  if (!isTold) return
  console.warn(
    `[ambit] Tools that went off and on have cost about ${Math.ceil(lost)} prompt tokens in one turn: a provider's cache of the prompt ends at the first tool that differs, so all after it is paid in full. Give the agent \`use: [steadyTools()]\`, from ambit/plugins, which keeps the list, or \`digest()\`, which also keeps it short.`,
  )
}

/** Whether a tool has left the list, or has come that the page had before. */
function hasFlipped({ request, known }: Turn, now: ModelRequest): boolean {
  const [old, names] = [namesOf(request), namesOf(now)]
  if ([...old].some((name) => !names.has(name))) return true
  return [...names].some((name) => known.has(name) && !old.has(name))
}

const namesOf = ({ tools = [] }: ModelRequest): ReadonlySet<string> =>
  new Set(tools.map(({ name }) => name))

/** Returns what follows the first tool that differs and the request before had as well. */
function sentAgain({ request }: Turn, now: ModelRequest): ModelRequest {
  const { tools = [], prompt } = request
  const same = tools.findIndex(({ name }, at) => name !== now.tools?.[at]?.name)
  const names = namesOf(now)
  return {
    prompt: prompt.slice(0, stableEnd(request) || -1),
    tools: tools.slice(same < 0 ? tools.length : same).filter(({ name }) => names.has(name)),
  }
}
