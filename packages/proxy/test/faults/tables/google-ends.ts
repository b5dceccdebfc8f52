import { completed, failed, type Fault, hello, rowsOf, saved } from '../fault.ts'
import {
  called,
  data,
  googleGenerateContent as wire,
  parts,
  raw,
} from '../wires/google-generate-content.ts'

/** Returns the faults of ends that only Google's generateContent has. */
export const googleEndFaults = (): Fault[] => {
  const { one, two } = rowsOf(wire)
  const ends = (reason: string, finish: string): Fault[] => [
    one(
      `${reason} ends a text`,
      [parts({ text: 'Hello' }), raw([], reason)],
      completed('Hello', finish),
    ),
    one(
      `${reason} ends a call`,
      [parts(called('Milk')), raw([], reason)],
      failed('stream_cut', '', { answers: ['cancelled'] }),
    ),
  ]
  const filtered = [
    'SAFETY',
    'RECITATION',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'IMAGE_SAFETY',
  ]
  const odd = [
    'OTHER',
    'FINISH_REASON_UNSPECIFIED',
    'LANGUAGE',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
  ]
  return [
    ...filtered.flatMap((reason) => ends(reason, 'content_filter')),
    ...odd.flatMap((reason) => ends(reason, 'other')),
    two('a call is malformed', [raw([], 'MALFORMED_FUNCTION_CALL')], completed('Fine.')),
    one(
      'a call after words is malformed',
      [parts({ text: 'Let me' }), raw([], 'MALFORMED_FUNCTION_CALL')],
      failed('model_failed', 'Let me'),
    ),
    one(
      'the prompt is blocked',
      [data({ promptFeedback: { blockReason: 'SAFETY' } })],
      completed('', 'content_filter'),
    ),
    one(
      'the prompt is blocked, and words follow',
      [data({ promptFeedback: { blockReason: 'SAFETY' } }), ...hello(wire)],
      completed('', 'content_filter'),
    ),
    one(
      'the reason comes with the last word',
      [parts({ text: 'Hel' }), raw([{ text: 'lo' }], 'STOP')],
      completed('Hello'),
    ),
    two(
      'the reason comes with the call',
      [raw([called('Milk')], 'STOP')],
      saved('|Fine.', ['Milk']),
    ),
    // Only the reason shows that a message is complete, and this client uses the last one.
    two(
      'a call comes after the end',
      [parts({ text: 'So.' }), raw([], 'STOP'), parts(called('Milk'))],
      saved('So.|Fine.', ['Milk']),
    ),
    one(
      'a second reason contradicts the first',
      [parts(called('Milk')), raw([], 'STOP'), raw([], 'MAX_TOKENS')],
      failed('stream_cut', '', { answers: ['cancelled'] }),
    ),
  ]
}
