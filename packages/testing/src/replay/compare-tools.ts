import type { RecordedRequest, RecordedRun, RecordedTool } from '@ambit/devtools/record'
import type { Compared } from './compared.ts'
import { diffJson } from './json-diff.ts'
import type { Same } from './same.ts'

/** Compares the tools of each request: there or not, on or off, listed or not, their arguments. */
export function compareTools(compared: Compared, now: RecordedRun): void {
  for (const [at, request] of compared.run.requests.entries()) {
    const is = now.requests[at]
    if (is) compareRequest(compared, request, is, `request ${at + 1}`)
  }
}

function compareRequest(
  { was, is, name, drift, same }: Compared,
  request: RecordedRequest,
  now: RecordedRequest,
  at: string,
): void {
  const had = was.toolLists[request.tools ?? '']
  const has = is.toolLists[now.tools ?? '']
  if (!had || !has) return
  const say = (tool: string, words: string): void => drift.add(name, at, `tool "${tool}" ${words}`)
  for (const old of had) {
    const tool = has.find((other) => other.name === old.name)
    const words = tool
      ? compareStates(old, tool, same)
      : `is gone${old.on ? '' : ` (was ${stateOf(old)})`}`
    if (words) say(old.name, words)
    const before = was.definitions[old.definition ?? '']
    const after = is.definitions[tool?.definition ?? '']
    if (!before || !after) continue
    for (const { path, words: change } of diffJson(before.inputSchema, after.inputSchema, {
      is: same.is,
      most: 2,
    })) {
      const place = path.filter((key) => key !== 'properties').join('.')
      say(old.name, `takes other arguments: ${place} ${change}`)
    }
  }
  for (const { name: tool } of has.filter(({ name }) => !had.some((old) => old.name === name))) {
    say(tool, 'is new')
  }
}

/** Returns how the state of a tool changed; undefined if it is the same. */
function compareStates(
  old: RecordedTool,
  now: RecordedTool,
  { is: isSame }: Same,
): string | undefined {
  if (old.on !== now.on) return `was ${stateOf(old)}, is ${stateOf(now)}`
  if (!old.on) {
    const [was, is] = [reasonOf(old), reasonOf(now)]
    return isSame(was, is) ? undefined : `is off for another reason: was "${was}", is "${is}"`
  }
  if (old.listed === now.listed) return undefined
  return now.listed ? 'was left out of the request, is in it' : 'is left out of the request'
}

const stateOf = (tool: RecordedTool): string => {
  const reason = reasonOf(tool)
  return tool.on ? 'on' : reason === 'no reason' ? 'off' : `off: ${reason}`
}

const reasonOf = ({ reason, thrown }: RecordedTool): string =>
  thrown === undefined ? (reason ?? 'no reason') : `its \`enabled\` threw ${thrown}`
