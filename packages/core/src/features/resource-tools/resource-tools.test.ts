import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { AgentError, createAgent, resourceTools } from '../../index.ts'

const operation = { description: 'x', handler: () => undefined }

describe('resourceTools', () => {
  it('R15 names its tools by operation and path', () => {
    const names = resourceTools('a/b', { get: operation, search: operation }).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['get_a_b', 'search_a_b'])
  })

  it('R15 leaves out an operation that is undefined', () => {
    const canSearch = [].length > 0
    const tools = resourceTools('a', { get: operation, search: canSearch ? operation : undefined })
    expect(tools.map(({ name }) => name)).toEqual(['get_a'])
  })

  it('R15 makes one clean name of any path', () => {
    const names = ['/a//b/', 'a.b', 'a b', 'a_b'].flatMap((path) =>
      resourceTools(path, { get: operation }).map(({ name }) => name),
    )
    expect(names).toEqual(['get_a_b', 'get_a_b', 'get_a_b', 'get_a_b'])
  })

  it('keeps each operation as it is given', () => {
    const parameters = z.object({ id: z.string() })
    const [tool] = resourceTools('orders', {
      get: { description: 'Read one', parameters, run: { timeout: '1s' }, handler: ({ id }) => id },
    })
    expect(tool).toMatchObject({ description: 'Read one', timeoutMs: 1_000 })
    expect(tool?.jsonSchema).toMatchObject({ required: ['id'] })
  })

  it('knows the effect of an operation by its verb', async () => {
    const write = { ...operation, effect: 'write' } as const
    const tools = resourceTools('product', {
      get: operation,
      listAll: operation,
      search_by: operation,
      update: operation,
      getaway: operation,
      delete: operation,
      removeOne: operation,
      destroy: write,
    })
    expect(tools.map(({ effect }) => effect)).toEqual([
      'read',
      'read',
      'read',
      'write',
      'write',
      'destructive',
      'destructive',
      'write',
    ])
    const decide = vi.fn(() => false)
    const model = scriptedModel([calls(call('delete_product')), 'Not done.'])
    await createAgent({ model, tools, approval: { decide } }).chat('Delete it')
    expect(decide).toHaveBeenCalledOnce()
  })

  it.each(['', '/', '日本', 'ünï', 'a/日本'])(
    'refuses the path %j, which no name can have',
    (path) => {
      expect(() => resourceTools(path, { get: operation })).toThrow(
        'cannot be in the name of a tool',
      )
    },
  )

  it('refuses a name that comes out too long', () => {
    expect(() => resourceTools('x'.repeat(70), { get: operation })).toThrow(AgentError)
  })
})
