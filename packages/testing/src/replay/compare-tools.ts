import type { RecordedRequest, RecordedRun, RecordedTool } from '@ambit/devtools/record'
import type { Compared } from './compare-run.ts'
import { diffJson } from './json-diff.ts'

/** Compares the tools of each request: there or not, on or off, listed or not, their arguments. */
export function compareTools(compared: Compared, now: RecordedRun): void {
  for (const [at, request] of compared.run.requests.entries()) {
    const is = now.requests[at]
    if (is) compareRequest(compared, request, is, `request ${at + 1}`)
  }
}

function compareRequest(
  { was, is, name, drift }: Compared,
  { tools: had }: RecordedRequest,
  { tools: has }: RecordedRequest,
  place: string,
): void {
  if (!had || !has) return
  const say = (tool: string, words: string): void =>
    drift.add(name, place, `tool "${tool}" ${words}`)
  for (const old of had) {
    const tool = has.find((other) => other.name === old.name)
    if (!tool) say(old.name, old.on ? 'is gone' : `is gone (was off${why(old)})`)
    else if (old.on !== tool.on) {
      say(old.name, `was ${old.on ? 'on' : `off${why(old)}`}, is ${tool.on ? 'on' : `off${why(tool)}`}`)
    } else if (!old.on && why(old) !== why(tool)) {
      say(old.name, `is off for another reason: was${why(old) || ' no reason'}, is${why(tool) || ' no reason'}`)
    } else if (old.on && old.listed !== tool.listed) {
      say(old.name, tool.listed ? 'was left out of the request, is in it' : 'is left out of the request')
    }
    const before = was.definitions[old.definition ?? '']
    const after = is.definitions[tool?.definition ?? '']
    if (!before || !after) continue
    for (const { path, words } of diffJson(before.parameters, after.parameters, 2)) {
      say(old.name, `takes other arguments: ${path.join('.')} ${words}`)
    }
  }
  for (const { name: tool } of has.filter(({ name }) => !had.some((old) => old.name === name))) {
    say(tool, 'is new')
  }
}

/** Returns why a tool is off, after a colon; empty if it gives no reason. */
const why = ({ reason, thrown }: RecordedTool): string => {
  if (thrown !== undefined) return `: its \`enabled\` threw ${thrown}`
  return reason === undefined ? '' : `: ${reason}`
}
