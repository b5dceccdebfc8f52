import { CopilotKitCore, ProxiedCopilotRuntimeAgent } from '@copilotkit/core'
import type { Contestant } from '../contestant.ts'
import { answer, type Call } from '../page.ts'

/**
 * The client of CopilotKit, which its React packages wrap. Its runtime is replaced by answers on
 * AG-UI's wire, so only the bytes from the page are counted.
 */
export const copilotKit: Contestant = {
  name: 'CopilotKit',
  hasProvider: false,
  createServer: (_page, { next }) => {
    let replies = 0
    return async (request) => {
      const { threadId, runId } = (await request.json()) as { threadId: string; runId: string }
      const events = toEvents(next(), ++replies, { threadId, runId })
      return new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      })
    }
  },
  async run(page, _task, url) {
    const agent = new ProxiedCopilotRuntimeAgent({
      runtimeUrl: `${url}/api/copilotkit`,
      agentId: 'default',
      transport: 'rest',
      initialMessages: page.said.map(({ id, role, text }) => ({ id, role, content: text })),
    })
    const core = new CopilotKitCore({
      agents__unsafe_dev_only: { default: agent },
      tools: page.tools.map(({ name, description, parameters, run }) => ({
        name,
        description,
        parameters,
        handler: (args) => {
          const result = run(args as { id: string })
          update()
          return Promise.resolve(result)
        },
      })),
    })
    let context = ''
    const update = (): void => {
      if (context) core.removeContext(context)
      context = core.addContext({ description: 'The page', value: JSON.stringify(page.show()) })
      for (const { name, isOn } of page.tools) core.setToolEnabled(name, isOn())
    }
    update()
    agent.addMessage({ id: 'question', role: 'user', content: page.question })
    await core.runAgent({ agent })
  },
}

interface Ids {
  readonly threadId: string
  readonly runId: string
}

const toEvents = (call: Call | undefined, nth: number, ids: Ids): object[] => {
  const parentMessageId = `message-${nth}`
  const toolCallId = `call-${nth}`
  const reply = call
    ? [
        { type: 'TOOL_CALL_START', toolCallId, toolCallName: call.name, parentMessageId },
        { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(call.input) },
        { type: 'TOOL_CALL_END', toolCallId },
      ]
    : [
        { type: 'TEXT_MESSAGE_START', messageId: parentMessageId, role: 'assistant' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: parentMessageId, delta: answer },
        { type: 'TEXT_MESSAGE_END', messageId: parentMessageId },
      ]
  return [{ type: 'RUN_STARTED', ...ids }, ...reply, { type: 'RUN_FINISHED', ...ids }]
}
