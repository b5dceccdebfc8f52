import { createAgent, Tool } from '@ambit/core'
import {
  type Contestant,
  createParameters,
  describeTool,
  instructions,
  question,
  search,
} from '../task.ts'
import { createWireModel } from '../wire-model.ts'

/** Ambit's `chat`, with everything on that is on by default, and each event handed to an observer. */
export const ambit: Contestant = {
  name: 'Ambit',
  prepare(task) {
    const tools = Array.from(
      { length: task.tools },
      (_, at) => new Tool({ ...describeTool(at), parameters: createParameters(), handler: search }),
    )
    return () => {
      let seen = 0
      const agent = createAgent({
        model: createWireModel(task),
        instructions,
        tools,
        limits: { iterations: task.iterations + 1 },
        on: { '*': () => seen++ },
      })
      return async () => {
        const { status } = await agent.chat(question)
        if (status !== 'completed' || seen === 0) throw new Error('The run did not complete.')
      }
    }
  },
}
