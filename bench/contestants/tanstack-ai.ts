import { chat, EventType, maxIterations, toolDefinition } from '@tanstack/ai'
import { createOpenaiChatCompletions } from '@tanstack/ai-openai'
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

/** `chat` of `@tanstack/ai` on `@tanstack/ai-openai`, read to its end. */
export const tanstackAi: Contestant = {
  name: '@tanstack/ai chat',
  async prepare(task) {
    const script = await writeScript(task)
    const tools = Array.from({ length: task.tools }, (_, at) =>
      toolDefinition({ ...describeTool(at), inputSchema: createParameters() }).server(search),
    )
    return () => {
      const fetch = createScriptedFetch(script.chat)
      const adapter = createOpenaiChatCompletions('gpt-4.1', 'none', { fetch })
      return async () => {
        let seen = 0
        const stream = chat({
          adapter,
          tools,
          systemPrompts: [instructions],
          messages: [{ role: 'user', content: question }],
          agentLoopStrategy: maxIterations(task.iterations + 1),
        })
        for await (const { type } of stream) {
          if (type === EventType.TOOL_CALL_RESULT || type === EventType.TEXT_MESSAGE_CONTENT) seen++
        }
        if (seen !== task.iterations * task.calls + task.words)
          throw new Error('Something is missing.')
      }
    }
  },
}
