import { type Frame, typedEvent } from '../wire.ts'
import {
  blockStart,
  blockStop,
  delta,
  messageDelta,
  messageStart,
  messageStop,
} from './anthropic-messages.ts'

export const ping: Frame = typedEvent('open', { type: 'ping' })
export const end = (reason: string | null = 'end_turn'): Frame[] => [
  messageDelta(reason),
  messageStop,
]
/** Creates a message of these blocks. */
export const message = (frames: readonly Frame[], reason: string | null): Frame[] => [
  messageStart(),
  ...frames,
  ...end(reason),
]
export const textStart = (index = 0): Frame => blockStart('text', index, { type: 'text', text: '' })
export const textDelta = (text: string, index = 0): Frame =>
  delta(index, { type: 'text_delta', text }, { text })
export const input = (json: string, index: number): Frame =>
  delta(index, { type: 'input_json_delta', partial_json: json }, { input: json })
/** Creates the first event of a call. Its arguments follow. */
export const start = (title: string, index: number): Frame[] => [
  blockStart('call', index, { type: 'tool_use', id: `toolu_${title}`, name: 'save', input: {} }),
]
export const call = (title: string, index: number): Frame[] => [
  ...start(title, index),
  input(JSON.stringify({ title }), index),
  blockStop('call-end', index),
]
export const thought = (thinking: string): Frame[] => [
  blockStart('text', 0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, { type: 'thinking_delta', thinking }),
  delta(0, { type: 'signature_delta', signature: 'c2ln' }),
  blockStop('text', 0),
]
/** Creates a search that the provider runs itself. */
export const search = (
  content: object | object[] = [
    {
      type: 'web_search_result',
      url: 'https://example.com/',
      title: 'An example',
      encrypted_content: 'x',
      page_age: null,
    },
  ],
): Frame[] => [
  blockStart('text', 0, {
    type: 'server_tool_use',
    id: 'srvtoolu_1',
    name: 'web_search',
    input: {},
  }),
  delta(0, { type: 'input_json_delta', partial_json: '{"query":"milk"}' }),
  blockStop('text', 0),
  blockStart('text', 1, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content }),
  blockStop('text', 1),
]

/** Creates a complete block of text. */
export const words = (index = 0): Frame[] => [
  textStart(index),
  textDelta('Hello', index),
  blockStop('text', index),
]

export const milk: readonly Frame[] = call('Milk', 0)
