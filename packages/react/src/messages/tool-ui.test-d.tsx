import { jsonSchema, type PendingQuestion, Tool, type ValidationIssue } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  type DeepPartial,
  type RenderProps,
  type ToolRenderState,
  usePending,
  useTool,
  type ToolRenderer,
  useCallRenderer,
  useCall,
} from '../index.ts'
import { Call } from './call.tsx'

const parameters = z.object({
  title: z.string(),
  series: z.array(z.object({ label: z.string(), value: z.number() })),
  unit: z.enum(['EUR', 'USD']).default('EUR'),
})

describe('useTool({ render })', () => {
  it('tells arguments and result by the state', () => {
    useTool({
      name: 'chart',
      description: 'Draws.',
      parameters,
      handler: async ({ series }) => ({ points: series.length }),
      render: (call) => {
        expectTypeOf(call.state).toEqualTypeOf<ToolRenderState>()
        expectTypeOf(call.callId).toEqualTypeOf<string>()
        switch (call.state) {
          case 'input-streaming':
            expectTypeOf(call.args.title).toEqualTypeOf<string | undefined>()
            expectTypeOf(call.writing).toEqualTypeOf<'title' | 'series' | 'unit' | undefined>()
            expectTypeOf(call.args.series?.[0]?.value).toEqualTypeOf<number | undefined>()
            expectTypeOf(call.result).toEqualTypeOf<undefined>()
            return null
          case 'pending':
          case 'awaiting-approval':
            expectTypeOf(call.args.unit).toEqualTypeOf<'EUR' | 'USD'>()
            return null
          case 'running':
            expectTypeOf(call.percent).toEqualTypeOf<number | undefined>()
            expectTypeOf(call.message).toEqualTypeOf<string | undefined>()
            return call.args.title
          case 'succeeded':
            expectTypeOf(call.args.series).toEqualTypeOf<{ label: string; value: number }[]>()
            expectTypeOf(call.result).toEqualTypeOf<{ points: number }>()
            return call.result.points
          case 'denied':
            expectTypeOf(call.args.title).toEqualTypeOf<string>()
            return call.error.message
          case 'failed':
          case 'cancelled':
          case 'stale':
          case 'interrupted':
            expectTypeOf(call.args.title).toEqualTypeOf<string | undefined>()
            expectTypeOf(call.error.message).toEqualTypeOf<string>()
            return null
        }
      },
    })
  })

  it('lets what one state has be taken out of all', () => {
    useTool({
      name: 'count',
      description: 'Counts.',
      handler: () => 3,
      render: ({ state, result, error, percent }) => {
        expectTypeOf(result).toEqualTypeOf<number | undefined>()
        expectTypeOf(percent).toEqualTypeOf<number | undefined>()
        if (state === 'succeeded') expectTypeOf(result).toEqualTypeOf<number>()
        return error?.message
      },
    })
  })

  it('takes a component that is there already', () => {
    const Card = ({ state, args }: RenderProps<{ id: string }, string>) => (
      <p>
        {state} {args.id}
      </p>
    )
    const schema = jsonSchema<{ id: string }>({ type: 'object' })
    const handler = ({ id }: { id: string }) => id
    useTool({ name: 'open', description: 'Opens.', parameters: schema, handler, render: Card })
    const count = ({ id }: { id: string }) => id.length
    useTool({
      name: 'open',
      description: 'Opens.',
      parameters: schema,
      // @ts-expect-error -- the component shows a string
      handler: count,
      render: Card,
    })
  })

  it('needs no handler where the component is the answer', () => {
    useTool({
      name: 'show_chart',
      description: 'Shows.',
      parameters,
      result: { silent: true },
      render: ({ state, args, result }) => {
        if (state !== 'input-streaming') expectTypeOf(result?.ok).toEqualTypeOf<true | undefined>()
        return args.title
      },
    })
    // @ts-expect-error -- the tool has neither a handler nor a renderer
    useTool({ name: 'nothing', description: 'Nothing.', parameters })
  })
})

describe('useTool({ subject })', () => {
  it('takes an id, with a label or without', () => {
    const tool = { name: 'rename', description: 'Renames.', handler: () => 1 }
    useTool({ ...tool, subject: 'a' })
    useTool({ ...tool, subject: 7 })
    useTool({ ...tool, subject: { id: 7, label: 'The seventh' } })
    // @ts-expect-error -- a label is text
    useTool({ ...tool, subject: { id: 7, label: 7 } })
  })
})

describe('DeepPartial', () => {
  it('is what a model may have written so far', () => {
    type Trip = { to: string; stops: { at: Date; guests?: string[] }[]; note: string | null }
    expectTypeOf<DeepPartial<Trip>>().toEqualTypeOf<{
      readonly to?: string | undefined
      readonly stops?:
        | readonly {
            readonly at?: Date | undefined
            readonly guests?: readonly string[] | undefined
          }[]
        | undefined
      readonly note?: string | null | undefined
    }>()
    expectTypeOf<DeepPartial<unknown>>().toEqualTypeOf<unknown>()
  })
})

describe('Call', () => {
  it('shows one call', () => {
    expectTypeOf(<Call id="1" fallback={<p>…</p>} />).not.toBeAny()
    const view = useCall('1')
    if (view?.state === 'succeeded') expectTypeOf(view.result).toEqualTypeOf<unknown>()
    const show: ToolRenderer = () => null
    if (view) expectTypeOf(show(view)).not.toBeAny()
    useCallRenderer('chart', show)
    // @ts-expect-error -- the render is missing
    useCallRenderer('chart')
  })
})

describe('ctx.ask', () => {
  it('resolves with text, or with what the schema reads', () => {
    new Tool({
      name: 'ask',
      description: 'Asks.',
      handler: async (_, { ask }) => {
        expectTypeOf(await ask('Which one?')).toEqualTypeOf<string>()
        const guest = z.object({ name: z.string(), age: z.string().transform(Number) })
        const answer = await ask({ message: 'Who?', schema: guest })
        expectTypeOf(answer).toEqualTypeOf<{ name: string; age: number }>()
        expectTypeOf(await ask(z.enum(['a', 'b']))).toEqualTypeOf<'a' | 'b'>()
        expectTypeOf(
          await ask({ schema: jsonSchema<{ id: number }>({ type: 'object' }) }),
        ).toEqualTypeOf<{ id: number }>()
        // @ts-expect-error -- a message without a schema is a string
        await ask({ message: 'Which one?' })
      },
    })
  })

  it('is shown and answered by the page', () => {
    const [ask] = usePending('question')
    if (!ask) return
    expectTypeOf(ask).toExtend<PendingQuestion>()
    expectTypeOf(ask.answer({})).toEqualTypeOf<Promise<readonly ValidationIssue[]>>()
    expectTypeOf(ask.decline).parameter(0).toEqualTypeOf<string | undefined>()
  })
})
