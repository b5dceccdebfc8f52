import { describe, expect, it } from 'vitest'
import { createBudget } from './index.ts'
import { runAgent } from '../code/index.ts'
import { AgentError } from '../../index.ts'

describe('createBudget', () => {
  it.each<[unknown, string]>([
    [{}, 'The budget "x" has no limit'],
    [undefined, 'The budget "x" has no limit'],
    [null, 'The budget "x" has no limit'],
    [{ limit: null }, 'The limit of "x" is null'],
    [{ limit: Number.NaN }, 'The limit of "x" is NaN'],
    [{ limit: -1 }, 'The limit of "x" is -1'],
    [{ limit: Infinity }, 'The limit of "x" is Infinity'],
    [{ limit: '5' }, 'The limit of "x" is "5"'],
  ])('R35 refuses %j, because it would limit nothing', (options, message) => {
    const make = (): unknown => createBudget('x', options as never)
    expect(make).toThrow(AgentError)
    expect(make).toThrow(message)
  })

  it.each([[''], [undefined], [5], [{}]])('R35 refuses the name %j', (name) => {
    expect(() => createBudget(name as never, { limit: 1 })).toThrow('The name of a budget is')
  })

  it('R35 makes what `budgets` takes, and nothing else is taken', () => {
    const literal = { name: 'costUsd', spent: 0, limit: 1, unit: 'USD' }
    for (const budget of [literal, { spent: 0, limit: 1, unit: 'USD' }, null, 5]) {
      const start = (): unknown => runAgent(() => 1, { budgets: [budget as never] })
      expect(start).toThrow(AgentError)
      expect(start).toThrow('`budgets[0]`')
      expect(start).toThrow('createBudget(name, { limit })')
    }
    expect(() => runAgent(() => 1, { budgets: literal as never })).toThrow('`budgets` of')
  })
})
