import {
  type Contestant,
  createParameters,
  describeTool,
  instructions,
  question,
  search,
} from '../task.ts'
import { writeScript } from '../wire/script.ts'
import { createScriptedFetch } from '../wire/scripted-fetch.ts'
import { floorLoop, type FloorTool } from './floor-loop.ts'

/** The thirty-line loop. */
export const floor: Contestant = {
  name: 'floor, thirty lines',
  async prepare(task) {
    const { chat } = await writeScript(task)
    const tools = new Map(Array.from({ length: task.tools }, (_, at) => toTool(at)))
    return () => {
      const fetch = createScriptedFetch(chat)
      let seen = 0
      return async () => {
        await floorLoop(
          fetch,
          tools,
          [
            { role: 'system', content: instructions },
            { role: 'user', content: question },
          ],
          () => seen++,
        )
        if (seen < task.iterations * task.calls + task.words)
          throw new Error('Something is missing.')
      }
    }
  },
}

function toTool(at: number): [string, FloorTool] {
  const schema = createParameters()
  const { name, description } = describeTool(at)
  const parameters = schema['~standard'].jsonSchema.input({ target: 'draft-07' })
  const declaration = { type: 'function', function: { name, description, parameters } }
  return [name, { declaration, schema, handler: search }]
}
