import { Agent, Runner, setTracingDisabled, tool } from '@openai/agents-core'
import { OpenAIChatCompletionsModel } from '@openai/agents-openai'
import { OpenAI } from 'openai'
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

setTracingDisabled(true)

/**
 * `Runner.run` of `@openai/agents-core` on `@openai/agents-openai` and `openai`. It streams, is
 * read to its end, and does not trace.
 */
export const openaiAgents: Contestant = {
  name: '@openai/agents-core run',
  async prepare(task) {
    const { chat } = await writeScript(task)
    const tools = Array.from({ length: task.tools }, (_, at) =>
      tool({ ...describeTool(at), parameters: createParameters(), execute: search }),
    )
    return () => {
      const client = new OpenAI({ apiKey: 'none', fetch: createScriptedFetch(chat) })
      const model = new OpenAIChatCompletionsModel(client, 'gpt-4.1')
      const agent = new Agent({ name: 'bench', instructions, tools, model })
      const runner = new Runner({ tracingDisabled: true })
      return async () => {
        let seen = 0
        const run = await runner.run(agent, question, {
          stream: true,
          maxTurns: task.iterations + 1,
        })
        for await (const event of run) {
          if (event.type === 'run_item_stream_event' && event.name === 'tool_output') seen++
          if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta')
            seen++
        }
        await run.completed
        if (seen !== task.iterations * task.calls + task.words)
          throw new Error('Something is missing.')
      }
    }
  },
}
