import { createAgent, type StandardSchema, Tool } from '@ambit/core'
import { ambit } from '../contestants/ambit.ts'
import { floor } from '../contestants/floor.ts'
import { peers } from '../contestants/peers.ts'
import { type Figure, type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort } from '../measure.ts'
import {
  createParameters,
  describeTool,
  question,
  search,
  type Search,
  type Task,
} from '../task.ts'
import { createWireModel } from '../wire-model.ts'

const written: Task = { iterations: 10, calls: 1, tools: 1_000, isSerialised: true }
const unwritten: Task = { ...written, isSerialised: false }

/** What 1,000 registered tools add to an iteration, and how often a schema is converted. */
export const tools: Suite = {
  name: 'tools',
  run: async (isFull) => [
    await countConversions(),
    ...(await compareWritten(isFull)),
    ...(await compareUnwritten(isFull)),
  ],
}

async function compareWritten(isFull: boolean): Promise<Figure[]> {
  const what = 'iteration, 1,000 tools'
  const us = await measure(
    [ambit, floor, ...peers].map(({ name, prepare }) => ({
      name,
      make: prepare(written),
      operations: written.iterations,
    })),
    { ...shortEffort, rounds: isFull ? 7 : 3 },
  )
  return [
    toFigure(what, us(ambit.name), floor.name, us(floor.name), 3),
    ...peers.map(({ name }) => toFigure(what, us(ambit.name), name, us(name))),
  ]
}

/** Without the body, which has to carry all tools. */
async function compareUnwritten(isFull: boolean): Promise<Figure[]> {
  const operations = unwritten.iterations
  const us = await measure(
    [
      { name: 'one', make: ambit.prepare({ ...unwritten, tools: 1 }), operations },
      { name: 'all', make: ambit.prepare(unwritten), operations },
    ],
    isFull ? fullEffort : shortEffort,
  )
  const what = 'iteration, 1,000 tools, body aside'
  return [toFigure(what, us('all'), 'Ambit, 1 tool', us('one'))]
}

/** Conversions over a run of eleven requests. */
async function countConversions(): Promise<Figure> {
  let conversions = 0
  const registered = Array.from({ length: written.tools }, (_, at) => {
    const standard = createParameters()['~standard']
    const parameters: StandardSchema<unknown, Search> = {
      '~standard': {
        ...standard,
        jsonSchema: {
          input: (options) => {
            conversions++
            return standard.jsonSchema.input(options)
          },
        },
      },
    }
    return new Tool({ ...describeTool(at), parameters, handler: search })
  })
  const model = createWireModel(written)
  await createAgent({ model, tools: registered, limits: { iterations: 11 } }).chat(question)
  return {
    what: 'schema conversions in 11 requests',
    ours: String(conversions),
    against: 'one a tool',
    theirs: String(written.tools),
    ratio: conversions / written.tools,
    most: 1,
  }
}
