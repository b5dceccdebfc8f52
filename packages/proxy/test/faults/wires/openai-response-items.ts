import { type Frame, type TypedEvent, typedEvent } from '../wire.ts'
import { openaiResponses as wire } from './openai-responses.ts'

/** The events that open a response. */
export const open: readonly Frame[] = wire
  .message([], 'stop')
  .filter(({ label }) => label === 'open')
export const other = (data: TypedEvent): Frame => typedEvent('text', data)
const item = (title: string, id = title): object => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: `call_${id}`,
  name: 'save',
  arguments: JSON.stringify({ title }),
  status: 'completed',
})
export const added = (title: string, index: number): Frame =>
  other({
    type: 'response.output_item.added',
    output_index: index,
    item: { ...item(title), arguments: '' },
  })
export const argument = (delta: string, index: number): Frame =>
  typedEvent(
    'input',
    {
      type: 'response.function_call_arguments.delta',
      item_id: 'fc',
      output_index: index,
      delta,
    },
    { input: delta },
  )
export const closed = (title: string, index: number, id?: string): Frame =>
  other({ type: 'response.output_item.done', output_index: index, item: item(title, id) })
export const refusal = (delta: string): Frame =>
  other({ type: 'response.refusal.delta', item_id: 'msg_r', output_index: 0, delta })
export const fails = (error: object | null): Frame =>
  other({
    type: 'response.failed',
    sequence_number: 9,
    response: { error, incomplete_details: null },
  })
export const textOf = (word: string): Frame[] =>
  wire.message([{ text: [word] }], 'stop').filter(({ label }) => label === 'text')
export const thought: readonly Frame[] = [
  other({
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'reasoning', id: 'rs_1' },
  }),
  other({
    type: 'response.reasoning_summary_text.delta',
    item_id: 'rs_1',
    output_index: 0,
    summary_index: 0,
    delta: 'Hm.',
  }),
  other({
    type: 'response.output_item.done',
    output_index: 0,
    item: { type: 'reasoning', id: 'rs_1', encrypted_content: 'x' },
  }),
]

/** Replaces the end of a message. */
export const cutWith = (frames: readonly Frame[], last: Frame): Frame[] => [
  ...frames.filter(({ label }) => label !== 'finish'),
  last,
]
