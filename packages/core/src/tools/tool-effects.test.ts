import { afterEach, describe, expect, it, vi } from 'vitest'
import { AgentError, Tool } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

const make = (rest: object) =>
  new Tool({ name: 'x', description: 'x', handler: () => 1, ...rest } as never)

afterEach(() => vi.unstubAllEnvs())

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

  it.each([
    ['effect', { effect: 'harmless' }],
    ['approval', { approval: 'always' }],
    ['approval', { approval: null }],
    ['approval', { approval: [() => true] }],
    ['approval', { approval: Promise.resolve(true) }],
    ['approval', { approval: new Map() }],
    ['visible', { visible: 'secret' }],
    ['visible', { visible: ['secret'] }],
    ['visible.off', { visible: { off: 'hidden' } }],
    ['visible.model', { visible: { model: 'no' } }],
    ['run.cost', { run: { cost: 5 } }],
    ['approval.when', { approval: { when: 'always' } }],
    ['approval.preview', { approval: { preview: 'It sends.' } }],
    ['approval.binds', { approval: { binds: 'id' } }],
    ['approval.remember', { approval: { remember: 'id' } }],
  ])(
    'A3 refuses `%s` in %o: a slip there would be a call that nobody is asked about',
    (option, rest) => {
      vi.spyOn(console, 'warn').mockReturnValue()
      for (const mode of ['test', 'production']) {
        vi.stubEnv('NODE_ENV', mode)
        expect(() => make(rest)).toThrow(AgentError)
      }
      vi.unstubAllEnvs()
      expect(() => make(rest)).toThrow(`\`${option}\` of tool "x"`)
    },
  )

  it.each([true, false, () => true])(
    'A3 takes %s alone for the rule that has it as `when`',
    (when) => {
      expect(make({ approval: when }).requiresApproval).toBe(when)
      expect(make({ approval: { when } }).requiresApproval).toBe(when)
    },
  )
})
