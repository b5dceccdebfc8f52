import type { JSONSchema7 } from '@ai-sdk/provider'
import {
  type Contestant,
  createParameters,
  describeTool,
  instructions,
  question,
  search,
} from '../task.ts'
import { createWireModel } from '../wire-model.ts'
import { floorLoop, type FloorTool } from './floor-loop.ts'

/** The thirty-line loop. */
export const floor: Contestant = {
  name: 'floor, thirty lines',
  prepare(task) {
    const tools = new Map(Array.from({ length: task.tools }, (_, at) => toTool(at)))
    return () => {
      const model = createWireModel(task)
      let seen = 0
      return async () => {
        await floorLoop(
          model,
          tools,
          [
            { role: 'system', content: instructions },
            { role: 'user', content: [{ type: 'text', text: question }] },
          ],
          (delta) => (seen += delta.length),
        )
        if (seen === 0) throw new Error('Nothing was streamed.')
      }
    }
  },
}

function toTool(at: number): [string, FloorTool] {
  const schema = createParameters()
  const { name, description } = describeTool(at)
  const inputSchema = schema['~standard'].jsonSchema.input({ target: 'draft-07' }) as JSONSchema7
  return [
    name,
    { declaration: { type: 'function', name, description, inputSchema }, schema, handler: search },
  ]
}
