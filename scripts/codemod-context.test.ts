import { describe, expect, it } from 'vitest'
import { change } from './codemod-change.ts'

describe('the context of a handler', () => {
  it('is known whatever it is called, and in each function of a tool', () => {
    const { code, places } = change(`import { type ToolContext, Tool } from '@ambit/core'
import { useTool } from '@ambit/react'
const note = (context) => context.report({ pct: 50, message })
async function pay(args, call) {
  note(call)
  const inner = call
  return inner.userId
}
useTool({ name: 'a', description: 'a', handler: pay, requiresApproval: (args, at) => at.runId === '' })
useTool({ name: 'b', description: 'b', async handler(args, c) { c?.emit('a', c.metadata) } })
export const find = (ctx: ToolContext, pct: number) => ctx.report({ pct })
`)
    expect(places).toEqual([])
    expect(code).toBe(`import { type ToolContext, Tool } from '@ambit/core'
import { useTool } from '@ambit/react'
const note = (context) => context.progress({ percent: 50, message })
async function pay(args, call) {
  note(call)
  const inner = call
  return inner.run.user?.id
}
useTool({ name: 'a', description: 'a', handler: pay, approval: (args, at) => at.run.id === '' })
useTool({ name: 'b', description: 'b', async handler(args, c) { c?.run.emit('a', c.run.metadata) } })
export const find = (ctx: ToolContext, pct: number) => ctx.progress({ percent: pct })
`)
  })

  it('is told of where a pattern takes it apart, and where progress is told by name', () => {
    const { code, places } = change(`import { useTool } from '@ambit/react'
useTool({ name: 'a', description: 'a', handler: (args, { report, userId: id, signal }) => 1 })
useTool({ name: 'b', description: 'b', handler: (args, context) => {
  const { artifacts, setState } = context
  context.report(update)
} })
const Bar = ({ progress }) => progress.pct
agent.on('agent:tool_progress', ({ pct }) => show(pct))
const mine = tool('a', (input, at) => at.onUndo(back))
`)
    expect(code).toContain('context.progress(update)')
    expect(places).toEqual([
      '2: `report` of the context of a handler is `progress` now, and its `pct` is `percent`',
      '2: `userId` of the context of a handler is `run.user?.id` now',
      '4: `artifacts` of the context of a handler is `artifact` now',
      '4: `setState` of the context of a handler is `run.state.set` now',
      '5: `pct` of `ctx.progress` is `percent` now',
      '7: `pct` is `percent` now',
      '8: `pct` is `percent` now',
      '9: Is this the context of a handler? Its `onUndo` is `undo` now',
    ])
  })

  it('is that of a form, and of an action of a store', () => {
    const { code } = change(`import { storeScope } from '@ambit/core/zustand'
import { useFormTools } from '@ambit/react'
useFormTools(form, schema, { name: 'a', onSubmit: async (fields, ctx) => ctx.onUndo(back) })
storeScope({ actions: { b: { description: 'b', run: (args, state, ctx) => ctx.onUndo(state.back) } } })
`)
    expect(code).not.toContain('onUndo')
  })

  it('binds the runs of its handler', () => {
    const { code, places } = change(`import { createAgent, Tool } from '@ambit/core'
const agent = createAgent({ model })
const helper = createAgent({ model })
export const tool = new Tool({ name: 'a', description: 'a', handler: async (args, ctx) => {
  await agent.execute('a', { parent: ctx })
  await agent.execute('b', { model, signal, parent: ctx })
  await helper.execute('c', { model, parent: ctx })
  return agent.runTool('d', {}, { parent: ctx })
} })
`)
    expect(places).toEqual([])
    expect(code).toContain(`
  await ctx.execute('a', { agent })
  await ctx.execute('b', { agent: agent.with({ model }), signal })
  await ctx.execute('c', { agent: helper.with({ model }) })
  return ctx.runTool('d', {}, { agent })
`)
  })
})
