import { describe, expect, it } from 'vitest'
import { runAgent } from '../code/index.ts'
import { AgentError, createBudget } from '../../index.ts'

describe('createBudget', () => {
  it.each<[unknown, string]>([
    [{}, 'no number `max`'],
    [undefined, 'no number `max`'],
    [null, 'no number `max`'],
    [{ max: null }, 'no number `max`'],
    [{ max: '5' }, 'no number `max`'],
    [{ max: Number.NaN }, '`max` of a budget is NaN'],
    [{ max: -1 }, '`max` of a budget is -1'],
    [{ max: Infinity }, '`max` of a budget is Infinity'],
    [{ max: 1, spent: -1 }, '`spent` of a budget is -1'],
    [{ max: 1, per: 'soon' }, '`per` is "soon"'],
    [{ max: 1, limit: 2 }, 'no option "limit" of a budget'],
  ])('R35 refuses %j, because it would limit nothing', (options, message) => {
    const make = (): unknown => createBudget(options as never)
    expect(make).toThrow(AgentError)
    expect(make).toThrow(message)
  })

  it('R35 makes what `limits` takes, and nothing else is taken', () => {
    const literal = { spent: 0, max: 1 }
    for (const tokens of [literal, null, '5', {}]) {
      const start = (): unknown => runAgent(() => 1, { limits: { tokens: tokens as never } })
      expect(start).toThrow(AgentError)
      expect(start).toThrow('`limits.tokens`')
      const custom = (): unknown =>
        runAgent(() => 1, { limits: { custom: { x: tokens as never } } })
      expect(custom).toThrow('`limits.custom.x`')
    }
    expect(() => runAgent(() => 1, { limits: { custom: [] as never } })).toThrow('limits.custom')
    expect(() =>
      runAgent(() => 1, { limits: { iterations: createBudget({ max: 1 }) as never } }),
    ).toThrow('`limits.iterations`')
  })

  it('R35 refuses a key of your own that is the name of a limit', () => {
    const start = (): unknown => runAgent(() => 1, { limits: { custom: { tokens: 5 } } })
    expect(start).toThrow('`limits.tokens`')
  })
})
