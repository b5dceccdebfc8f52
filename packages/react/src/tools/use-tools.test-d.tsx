import { Tool } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { AgentScope, useScope, useTools } from '../index.ts'

const parameters = z.object({ by: z.number() })
const one = { name: 'one', description: 'One.', handler: () => 1 }
const two = {
  name: 'two',
  description: 'Two.',
  parameters,
  handler: ({ by }: { by: number }) => by,
}
declare const isOn: boolean

describe('useTools', () => {
  it('infers the arguments of each tool', () => {
    useTools([
      {
        name: 'count',
        description: 'Counts.',
        parameters,
        handler: (args) => expectTypeOf(args).toEqualTypeOf<{ by: number }>(),
      },
      {
        name: 'say',
        description: 'Says.',
        parameters: z.object({ text: z.string() }),
        handler: ({ text }, ctx) => {
          expectTypeOf(text).toEqualTypeOf<string>()
          expectTypeOf(ctx.callId).toEqualTypeOf<string>()
        },
      },
      new Tool(two),
    ])
    useScope({
      name: 'page',
      tools: [{ name: 'x', description: 'X.', parameters, handler: ({ by }) => by.toFixed() }],
    })
    return (
      <AgentScope
        name="below"
        tools={[{ name: 'x', description: 'X.', parameters, handler: ({ by }) => by.toFixed() }]}
      />
    )
  })

  it('takes lists of any length', () => {
    useTools([one, ...(isOn ? [two] : [])])
    useTools(['a', 'b'].map((name) => ({ ...two, name })))
    useScope({ name: 'page', tools: [one, ...(isOn ? [two] : [])] })
    useScope({ name: 'page' })
  })

  it('refuses a handler that does not fit its parameters', () => {
    // @ts-expect-error -- the schema gives a number
    useTools([{ ...two, handler: ({ by }: { by: string }) => by }])
  })
})
