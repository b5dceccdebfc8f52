import { type AgentPlugin, Tool } from '@ambit/core'
import { type AuditRow, memoryAudit } from '@ambit/core/audit'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { fromSource, sandbox } from './sandbox.ts'

const parameters = z.object({ n: z.number() })

describe('a tool with `sandbox`', () => {
  it('infers its arguments, and finds `env` in its context', () => {
    const tool = new Tool({
      name: 'double',
      description: 'Doubles.',
      parameters,
      run: { sandbox: { timeout: '1s', network: ['https://api.example.com'], env: { by: 2 } } },
      handler: ({ n }, { env }) => {
        expectTypeOf(n).toEqualTypeOf<number>()
        return n * Number(env['by'])
      },
    })
    expectTypeOf(tool).toEqualTypeOf<Tool<{ n: number }, number>>()
  })

  it('takes text for any arguments', () => {
    const tool = new Tool({
      name: 'double',
      description: 'Doubles.',
      parameters,
      run: { sandbox: true },
      handler: fromSource('({ n }) => n * 2'),
    })
    expectTypeOf(tool).toEqualTypeOf<Tool<{ n: number }, unknown>>()
  })
})

describe('sandbox', () => {
  it('is a plug-in', () => {
    expectTypeOf(sandbox()).toEqualTypeOf<AgentPlugin>()
    // @ts-expect-error An env is plain data.
    sandbox({ env: { now: () => 1 } })
  })
})

describe('memoryAudit', () => {
  it('answers at once', () => {
    expectTypeOf(memoryAudit().query({ tool: 'double' })).toEqualTypeOf<readonly AuditRow[]>()
    expectTypeOf(memoryAudit().export('csv')).toEqualTypeOf<string>()
  })
})
