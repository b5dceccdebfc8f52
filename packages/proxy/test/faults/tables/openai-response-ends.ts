import { completed, failed, type Fault, hello, insert, rowsOf, saving } from '../fault.ts'
import { cutWith, fails, open, other } from '../wires/openai-response-items.ts'
import { finish, openaiResponses as wire } from '../wires/openai-responses.ts'

/** Returns the faults of ends and errors that only OpenAI's Responses wire has. */
export const responseEndFaults = (): Fault[] => {
  const { one, two } = rowsOf(wire)
  const words = hello(wire)
  const cut = failed('stream_cut', 'Let me save.', { answers: ['cancelled'] })
  return [
    one('the end comes twice', [...words, finish('stop')], completed('Hello')),
    one(
      'a second end contradicts the first',
      [...words, finish('length')],
      completed('Hello', 'length'),
    ),
    one(
      'the end of a call is contradicted',
      [...saving(wire), finish('length')],
      failed('stream_cut', 'Let me save.', { answers: ['cancelled'] }),
    ),
    one(
      'the end is called complete and says it is not',
      [
        ...words.filter(({ label }) => label !== 'finish'),
        {
          ...finish('length'),
          event: 'response.completed',
          data: finish('length').data.replace('response.incomplete', 'response.completed'),
        },
      ],
      completed('Hello', 'length'),
    ),
    one(
      'the end is never told',
      words.filter(({ label }) => label !== 'finish'),
      failed('stream_cut', 'Hello'),
    ),
    one(
      'the end of a call is never told',
      saving(wire).filter(({ label }) => label !== 'finish'),
      cut,
    ),
    one(
      'it fails and says why',
      cutWith(words, fails({ code: 'server_error', message: 'Oh.' })),
      failed('upstream_error', 'Hello'),
    ),
    one(
      'it fails and does not say why',
      cutWith(words, fails(null)),
      failed('model_failed', 'Hello'),
    ),
    one(
      'it fails in a call',
      cutWith(saving(wire), fails({ code: 'server_error', message: 'Oh.' })),
      failed('upstream_error', 'Let me save.', { answers: ['cancelled'] }),
    ),
    two(
      'it fails at once',
      [...open, fails({ code: 'server_error', message: 'Oh.' })],
      completed('Fine.'),
    ),
    two('it fails at once and does not say why', [...open, fails(null)], completed('Fine.')),
    one(
      'it fails at once for lack of money',
      [...open, fails({ code: 'insufficient_quota', message: 'Pay.' })],
      failed('spend_limit'),
    ),
    one(
      'it fails because of the prompt',
      [...open, fails({ code: 'invalid_prompt', message: 'No.' })],
      failed('invalid_request'),
    ),
    one(
      'it fails, then it is complete',
      insert(words, { before: 'finish' }, fails({ code: 'server_error', message: 'Oh.' })),
      failed('upstream_error', 'Hello'),
    ),
    one(
      'it is complete, then it fails',
      [...words, fails({ code: 'server_error', message: 'Oh.' })],
      failed('upstream_error', 'Hello'),
    ),
    one(
      'it is cancelled',
      cutWith(words, other({ type: 'response.cancelled', response: {} })),
      failed('stream_cut', 'Hello'),
    ),
    one(
      'an event says it is queued',
      insert(words, { before: 'text' }, other({ type: 'response.queued', response: {} })),
      completed('Hello'),
    ),
    one(
      'events of chat completions come',
      [
        {
          label: 'text',
          data: '{"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hello"}}]}',
        },
      ],
      failed('invalid_response'),
    ),
    one(
      'the sentinel of chat completions comes',
      [...words, { label: 'end', data: '[DONE]' }],
      completed('Hello'),
    ),
    one(
      'counts are words',
      cutWith(
        words,
        other({ type: 'response.completed', response: { usage: { input_tokens: 'ten' } } }),
      ),
      failed('invalid_response', 'Hello'),
    ),
  ]
}
