import { createOpenAI } from '@ai-sdk/openai'
import { isStepCount, streamText, tool, type ToolSet } from 'ai'
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

/** `streamText` of `ai` on `@ai-sdk/openai`, read to its end. */
export const aiSdk: Contestant = {
  name: 'ai streamText',
  async prepare(task) {
    const { chat } = await writeScript(task)
    const tools: ToolSet = {}
    for (let at = 0; at < task.tools; at++) {
      const { name, description } = describeTool(at)
      tools[name] = tool({ description, inputSchema: createParameters(), execute: search })
    }
    return () => {
      const openai = createOpenAI({ apiKey: 'none', fetch: createScriptedFetch(chat) })
      const model = openai.chat('gpt-4.1')
      return async () => {
        let seen = 0
        const { fullStream } = streamText({
          model,
          system: instructions,
          prompt: question,
          tools,
          stopWhen: isStepCount(task.iterations + 1),
        })
        for await (const { type } of fullStream) {
          if (type === 'tool-result' || type === 'text-delta') seen++
        }
        if (seen !== task.iterations * task.calls + task.words)
          throw new Error('Something is missing.')
      }
    }
  },
}
