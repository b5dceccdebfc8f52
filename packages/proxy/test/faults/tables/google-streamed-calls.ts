import { completed, failed, type Fault, fine, whole } from '../fault.ts'
import { googleGenerateContent as wire, parts, raw } from '../wires/google-generate-content.ts'

/** Returns the faults of calls whose arguments come in pieces, as the newest models send them. */
export function googleStreamedCallFaults(): Fault[] {
  const open = { functionCall: { name: 'save', willContinue: true } }
  const piece = (stringValue: string, willContinue?: boolean): object => ({
    functionCall: {
      partialArgs: [{ jsonPath: '$.title', stringValue, willContinue }],
      willContinue: true,
    },
  })
  const end = { functionCall: {} }
  const stop = raw([], 'STOP')
  const cut = failed('stream_cut', '', { answers: ['cancelled'] })
  return [
    {
      name: 'a call comes in pieces',
      replies: [
        whole([parts(open), parts(piece('Mi', true)), parts(piece('lk')), parts(end), stop]),
        fine(wire),
      ],
      expect: completed('|Fine.', 'stop', { ran: ['Milk'], answers: ['ok'] }),
    },
    {
      name: 'a call in pieces is cut',
      replies: [whole([parts(open), parts(piece('Mi', true))])],
      expect: cut,
    },
    {
      name: 'a call in pieces is cut before its end',
      replies: [whole([parts(open), parts(piece('Mi', true)), parts(piece('lk'))])],
      expect: cut,
    },
    {
      name: 'a call in pieces is cut behind its end',
      replies: [whole([parts(open), parts(piece('Milk')), parts(end)])],
      expect: cut,
    },
    {
      name: 'a call in pieces never ends, and the message does',
      replies: [whole([parts(open), parts(piece('Mi', true)), stop]), fine(wire)],
      expect: completed('|Fine.', 'stop', { answers: ['invalid'] }),
    },
    {
      name: 'a piece of a call comes without a call',
      replies: [whole([parts(piece('Mi')), stop]), fine(wire)],
      expect: completed('Fine.'),
    },
  ]
}
