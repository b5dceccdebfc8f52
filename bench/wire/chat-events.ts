import { inPieces, type Reply } from '../task.ts'

/** Returns a reply as the data of each event of OpenAI's chat-completions stream. */
export function toChatEvents({ calls, words }: Reply, nth: number): string[] {
  const toEvent = (choices: readonly object[], usage: object | null = null): string =>
    JSON.stringify({
      id: `chatcmpl-CbenchAAAAAAAAAAAAAAAAAAAA${nth}`,
      object: 'chat.completion.chunk',
      created: 1_763_700_000,
      model: 'gpt-4.1-2025-04-14',
      service_tier: 'default',
      system_fingerprint: 'fp_07871e2ad8',
      choices,
      usage,
    })
  const toDelta = (delta: object, finishReason: string | null = null): string =>
    toEvent([{ index: 0, delta, logprobs: null, finish_reason: finishReason }])

  return [
    toDelta({ role: 'assistant', content: calls.length ? null : '', refusal: null }),
    ...words.map((content) => toDelta({ content })),
    ...calls.flatMap(({ id, name, input }, index) => [
      toDelta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...inPieces(input).map((piece) =>
        toDelta({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    toDelta({}, calls.length ? 'tool_calls' : 'stop'),
    toEvent([], { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }),
    '[DONE]',
  ]
}
