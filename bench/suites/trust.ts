import { type AgentOptions, createAgent, Tool } from 'ambit'
import { memoryAudit } from 'ambit/plugins'
import { call, calls, scriptedModel } from '@ambit/testing'
import { z } from 'zod'
import { type Suite, toFigure } from '../figure.ts'
import { fullEffort, measure, shortEffort, type Subject } from '../measure.ts'

const operations = 100

/** 1 kB as JSON. */
const note = { title: 'A long note', tags: ['work', 'later'], body: 'word '.repeat(191) }

const saveNote = new Tool({
  name: 'save_note',
  description: 'Saves a note.',
  parameters: z.object({ title: z.string(), tags: z.array(z.string()), body: z.string() }),
  handler: ({ body }) => body.length,
})

/** Returns a subject that is one run of 100 calls by an agent with these options. */
const subject = (name: string, createOptions: () => Partial<AgentOptions>): Subject => ({
  name,
  operations,
  make: () => {
    const asked = Array.from({ length: operations }, () => call(saveNote.name, note))
    const model = scriptedModel([calls(...asked), 'Saved.'])
    const agent = createAgent({ model, tools: [saveNote], ...createOptions() })
    return async () => {
      const { status } = await agent.chat('Save my notes.')
      if (status !== 'completed') throw new Error('The run did not complete.')
    }
  },
})

const plain = subject('the same without', () => ({}))
const unasked = subject('with a policy that asks for nothing', () => ({ approval: {} }))
const audited = subject('audited', () => ({ use: [memoryAudit()] }))
const approved = subject('approved and audited', () => ({
  approval: { ask: 'all', decide: () => true },
  use: [memoryAudit()],
}))

/**
 * The cost of binding a call to its approval and of its audit row. A call without approval must not
 * cost more.
 */
export const trust: Suite = {
  name: 'trust',
  async run(isFull) {
    const us = await measure([plain, unasked, audited, approved], isFull ? fullEffort : shortEffort)
    const bare = us(plain.name)
    return [
      toFigure(
        'binding and auditing a call with 1 kB',
        us(approved.name) - bare,
        'the budget',
        100,
        1,
      ),
      toFigure('auditing it alone', us(audited.name) - bare, 'the budget', 100, 1),
      toFigure(
        'a call with a policy that asks for nothing',
        us(unasked.name),
        plain.name,
        bare,
        1.1,
      ),
    ]
  },
}
