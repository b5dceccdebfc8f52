import { describe, expect, it } from 'vitest'
import { AgentError, Tool } from '../index.ts'

const make = (rest: object) =>
  new Tool({ name: 'x', description: 'x', handler: () => 1, ...rest } as never)

describe('what a tool says of its calls', () => {
  it('R56 A3 writes and asks nothing more where nothing is said', () => {
    const { effect, requiresApproval, preview, untrusted } = make({})
    expect({ effect, requiresApproval, preview, untrusted }).toEqual({
      effect: 'write',
      requiresApproval: undefined,
      preview: undefined,
      untrusted: false,
    })
  })

  it.each([{ effect: 'harmless' }, { approval: 'always' }, { preview: 'It sends.' }])(
    'A3 refuses %o: a slip there would be a call that nobody is asked about',
    (rest) => {
      const [option = ''] = Object.keys(rest)
      expect(() => make(rest)).toThrow(AgentError)
      expect(() => make(rest)).toThrow(`\`${option}\` of tool "x"`)
    },
  )
})
