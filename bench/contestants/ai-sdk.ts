import { isStepCount, streamText, tool, type ToolSet } from 'ai'
import {
  type Contestant,
  createParameters,
  describeTool,
  instructions,
  question,
  search,
} from '../task.ts'
import { createWireModel } from '../wire-model.ts'

/** `streamText` of `ai`, read to its end. */
export const aiSdk: Contestant = {
  name: 'ai streamText',
  prepare(task) {
    const tools: ToolSet = {}
    for (let at = 0; at < task.tools; at++) {
      const { name, description } = describeTool(at)
      tools[name] = tool({ description, inputSchema: createParameters(), execute: search })
    }
    return () => {
      const model = createWireModel(task)
      return async () => {
        let seen = 0
        const { fullStream } = streamText({
          model,
          system: instructions,
          prompt: question,
          tools,
          stopWhen: isStepCount(task.iterations + 1),
        })
        for await (const part of fullStream) if (part.type === 'tool-result') seen++
        if (seen !== task.iterations * task.calls) throw new Error('A call was not run.')
      }
    }
  },
}
