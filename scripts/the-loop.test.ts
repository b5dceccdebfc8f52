import { readFileSync } from 'node:fs'
import { createAgent } from 'ambit'
import { scriptedModel } from '@ambit/testing'
import { beforeAll, expect, it, onTestFinished } from 'vitest'

/** One call: the name of the function, and its file below `packages/core/src`. */
type Call = `${string} in ${string}`

/** A line of a stack in core. A callback, which has no name of its own, does not match. */
const named = / at (?:async )?(?:Object\.)?((?:[A-Z]\w*\.)?#?\w+) \(\S*?core\/src\/([^:)]+\.ts)/g

/** Returns the named functions of core on the stack, the outermost first. */
const stack = (): Call[] =>
  [...(new Error().stack ?? '').matchAll(named)]
    .map(([, name = '', file = '']): Call => `${name} in ${file}`)
    .reverse()

/** Returns the stack `outer` up to the first call of `inner`, and then `inner`. */
const join = (outer: readonly Call[], inner: readonly Call[]): Call[] => [
  ...outer.slice(
    0,
    outer.findIndex((call) => call === inner[0]),
  ),
  ...inner,
]

const page = readFileSync('docs/explain/the-loop.md', 'utf8')
const rows = [...page.matchAll(/^\| \d+ \| `(.+?)` \| (?:\[`(.+?)`\]|`(.+?)`|the model)/gm)]
const told = rows.map(([, name, linked, file]) => `${name} in ${linked ?? file ?? 'the model'}`)

beforeAll(() => {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 200
  return () => (Error.stackTraceLimit = before)
})

it('the main path of the page about the loop is the stack of a second chat', async () => {
  const model = scriptedModel(['Hello', 'Hello again'])
  let toModel: Call[] = []
  const agent = createAgent({
    model: {
      ...model,
      doStream: (request) => {
        toModel = stack()
        return model.doStream(request)
      },
    },
  })
  await agent.chat('x')
  // A stack ends where a promise is returned without `await`. So two more stacks, of listeners that
  // are called earlier, show what is above.
  let toStart: Call[] = []
  let toWork: Call[] = []
  onTestFinished(agent.on('agent:started', () => (toStart = stack())))
  const stop = agent.sessions.subscribe(() => {
    toWork = stack()
    stop()
  })
  await agent.chat('x')

  const path = join(join(toStart, toWork), toModel.slice(1))
  expect(told).toEqual([...path, 'model.doStream in the model'])
  const files = new Set(path.map((call) => call.split(' in ')[1]))
  expect(page).toContain(`there are ${told.length} calls, in ${files.size} files`)
})
