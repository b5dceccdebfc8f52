import * as fc from 'fast-check'
import { call, calls, type Reply } from '@ambit/testing'
import { env } from 'node:process'
import { expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { listStore } from '../../../test/list-store.ts'
import { memory } from './index.ts'

const isLong = Boolean(env['AMBIT_LONG'])

const text = fc.constantFrom('Likes tea', 'Likes cake', ' Likes\ttea ', '', 'x'.repeat(201))
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('remember', 'forget'), text }) },
  fc.record({ do: fc.constantFrom('read', 'outer', 'say', 'cut', 'full'), text }),
)
/** What a model does in one run, and how. */
const run = fc.record({
  as: fc.constantFrom('chat', 'chat', 'chat', 'execute', 'page', 'outside', 'cancelled'),
  isAllowed: fc.boolean(),
  steps: fc.array(step, { maxLength: 4 }),
})

it('nothing gets into the store without a call in the history, nor by one that was refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(run, { maxLength: 5 }), async (runs) => {
      const store = listStore()
      const { put } = store
      let isFull = false
      store.put = async (entry) => {
        if (isFull) throw new Error('full')
        return put(entry)
      }
      const script: Reply[] = []
      const outer = anyTool('outer', (args, ctx) => ctx.runTool('remember', args))
      const page = anyTool('read', () => 'x', { effect: 'read', result: { untrusted: true } })
      const { agent } = agentUnderTest(
        [],
        { use: [memory({ store })], tools: [outer, page] },
        {
          otherwise: (request) => {
            const next = script.shift() ?? 'done'
            return typeof next === 'function' ? next(request) : next
          },
        },
      )
      let isAllowed = false
      agent.pending.attach('approval')
      agent.pending.subscribe(() => {
        for (const { id } of agent.pending.list('approval')) {
          if (isAllowed) agent.pending.approve(id)
          else agent.pending.deny(id)
        }
      })
      for (const one of runs) {
        isAllowed = one.isAllowed
        isFull = one.steps.some((at) => at.do === 'full')
        script.splice(0, Infinity, ...one.steps.flatMap(toReply))
        const given = { text: 'Likes tea' }
        const work =
          one.as === 'execute'
            ? agent.execute('go')
            : one.as === 'page'
              ? agent.runTool('remember', given, { history: one.isAllowed })
              : one.as === 'outside'
                ? agent.runTool('remember', given, { source: 'webmcp' })
                : agent.chat('go')
        if (one.as === 'cancelled') agent.cancel()
        await work.then(
          () => undefined,
          () => undefined,
        )
      }
      const asked = new Set<string>()
      for (const message of agent.history.all) {
        if (message.role !== 'assistant') continue
        for (const { id, name, arguments: args } of message.calls ?? []) {
          const answer = agent.history.all.find((one) => one.role === 'tool' && one.id === id)
          const isOk = answer?.role === 'tool' && answer.status === 'ok'
          if (isOk && (name === 'remember' || name === 'outer')) {
            asked.add(String(args['text']).trim().replaceAll(/\s+/g, ' '))
          }
        }
      }
      for (const entry of store.rows.values()) expect(asked).toContain(entry.text)
    }),
    { numRuns: isLong ? 2_000 : 100 },
  )
})

function toReply({ do: what, text: words }: { do: string; text: string }): Reply[] {
  if (what === 'say') return [`I remember: ${words}`]
  if (what === 'cut') return [{ parts: [], breakWith: new Error('cut') }]
  if (what === 'full') return []
  return [calls(call(what, what === 'read' ? {} : { text: words }))]
}
