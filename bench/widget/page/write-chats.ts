import type { Message } from 'ambit'

/** Returns the messages of a number of chats, each with two calls and an answer. */
export function writeChats(count: number): Message[] {
  const messages = Array.from({ length: count }, (_, at) => writeChat(at)).flat()
  return messages.map((message, at) => ({ ...message, parentId: messages[at - 1]?.id ?? null }))
}

function writeChat(at: number): Message[] {
  const text = `Lamp **${at}** is good, and so is \`${at + 1}\`.`
  return [
    {
      id: `question${at}`,
      role: 'user',
      parentId: null,
      createdAt: at,
      content: `Question ${at}: which lamp is the best?`,
    },
    ...writeStep(`first${at}`, at),
    ...writeStep(`second${at}`, at),
    {
      id: `answer${at}`,
      role: 'assistant',
      parentId: null,
      createdAt: at,
      finishReason: 'stop',
      usage,
      content: text,
      parts: [{ type: 'text', text }],
    },
  ]
}

const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }

/** Returns a message that asks for one call, and the answer of the call. */
function writeStep(id: string, at: number): Message[] {
  const call = { id: `${id}-call`, name: 'look' }
  return [
    {
      id,
      role: 'assistant',
      parentId: null,
      createdAt: at,
      finishReason: 'tool_calls',
      usage,
      calls: [{ ...call, arguments: { lamp: at } }],
      parts: [{ type: 'tool-call', ...call }],
    },
    {
      id: call.id,
      role: 'tool',
      parentId: null,
      createdAt: at,
      name: call.name,
      status: 'ok',
      content: '{"watts":12}',
      durationMs: 1,
    },
  ]
}
