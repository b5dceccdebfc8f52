import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { record } from '../../record/index.ts'
import { recordingTree } from './save-tab.tsx'

describe('recordingTree', () => {
  it('draws runs, calls and the runs inside them as `renderTree` does', async () => {
    const pay = new Tool({
      name: 'pay',
      description: 'Pay.',
      approval: true,
      handler: () => 'paid',
    })
    const model = scriptedModel([calls(call('pay', { to: 'Ann' })), 'Not\n  paid.'])
    const agent = createAgent({ name: 'till', model, tools: [pay] })
    const recorder = record(agent)
    await agent.chat('pay Ann')
    await agent.chat('again').catch(() => undefined)
    const lines = recordingTree(recorder.recording)
      .replaceAll(/\d+ (ms|tokens)/g, 'n $1')
      .split('\n')
    expect(lines).toEqual([
      'till (2 runs)',
      expect.stringMatching(/^chat "pay Ann" \(completed, 2 requests/),
      expect.stringMatching(/^├─ pay \{"to":"Ann"\} \(denied.*denied by nobody\)$/),
      expect.stringMatching(/^├─ warning: "pay" was denied/),
      '└─ Not paid.',
      expect.stringMatching(/^chat "again" \(failed, 1 request/),
      expect.stringMatching(/^└─ ModelError: /),
    ])
  })

  it('says what a recording lacks', async () => {
    const agent = createAgent({ name: 'till', model: scriptedModel([]) })
    const { recording } = record(agent)
    expect(recordingTree({ ...recording, lacks: ['no tools'] })).toBe('till (0 runs)\n(no tools)')
  })
})
