import { approvals, createAgent, memoryAudit, memoryStorage, Tool } from '@ambit/core'
import { call, calls } from './reply.ts'
import { scriptedModel } from './scripted-model.ts'

// Core loads its loop, and what few agents need, when they are first needed. Here all of that is
// loaded before any test. So the first run of a test begins as every later one does: in the turn in
// which the test starts the run.
const tool = new Tool({
  name: 'use_everything',
  description: 'Uses what is loaded late.',
  requiresApproval: true,
  handler: async (_args, ctx) => {
    ctx.onUndo(() => undefined)
    // Nobody is there to answer.
    await ctx.ask('').catch(() => undefined)
  },
})

await createAgent({
  model: scriptedModel([calls(call(tool.name)), 'Done.']),
  tools: [tool],
  approval: approvals({ onApproval: () => true }),
  audit: memoryAudit(),
  storage: memoryStorage(),
}).chat('')
