import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AgentError, resourceTools } from '../../index.ts'

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

  it('refuses a name that comes out too long', () => {
    expect(() => resourceTools('x'.repeat(70), { get: operation })).toThrow(AgentError)
  })
})
