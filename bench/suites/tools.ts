import { createAgent, type StandardSchema, Tool } from 'ambit'
import { ambit, ambitAtPort, createEndpointModel } from '../contestants/ambit.ts'
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
import { writeScript } from '../wire/script.ts'
import { toSubjects } from './to-subjects.ts'

const task: Task = { iterations: 10, calls: 1, tools: 1_000, words: 6 }

/**
 * The cost of 1,000 registered tools for an iteration, and the number of conversions of a schema.
 */
export const tools: Suite = {
  name: 'tools',
  run: async (isFull) => [
    await countConversions(),
    ...(await compare(isFull)),
    await withoutBody(isFull),
  ],
}

async function compare(isFull: boolean): Promise<Figure[]> {
  const what = 'iteration, 1,000 tools'
  const us = await measure(await toSubjects([ambit, floor, ...peers], task, task.iterations), {
    ...shortEffort,
    rounds: isFull ? 7 : 3,
  })
  return [
    toFigure(what, us(ambit.name), floor.name, us(floor.name), 3),
    ...peers.map(({ name }) => toFigure(what, us(ambit.name), name, us(name))),
  ]
}

/** Measures at the model port, because a request's body has to carry all tools. */
async function withoutBody(isFull: boolean): Promise<Figure> {
  const operations = task.iterations
  const us = await measure(
    [
      { name: 'one', make: await ambitAtPort.prepare({ ...task, tools: 1 }), operations },
      { name: 'all', make: await ambitAtPort.prepare(task), operations },
    ],
    isFull ? fullEffort : shortEffort,
  )
  const what = 'iteration, 1,000 tools, model port (body aside)'
  return toFigure(what, us('all'), 'Ambit, 1 tool', us('one'))
}

/** Counts the conversions in a run of eleven requests. */
async function countConversions(): Promise<Figure> {
  let conversions = 0
  const registered = Array.from({ length: task.tools }, (_, at) => {
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
  const model = createEndpointModel((await writeScript(task)).endpoint)
  await createAgent({ model, tools: registered, limits: { iterations: 11 } }).chat(question)
  return {
    what: 'schema conversions in 11 requests',
    ours: String(conversions),
    against: 'one a tool',
    theirs: String(task.tools),
    ratio: conversions / task.tools,
    most: 1,
  }
}
