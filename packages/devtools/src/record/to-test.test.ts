import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../../../scripts/run-command.ts'
import { record, type Recording, toTest } from './index.ts'

async function createRecording(input: string): Promise<Recording> {
  const pay = new Tool({
    name: 'pay',
    description: 'Pay.',
    handler: (_, { undo }) => undo(() => undefined),
  })
  const agent = createAgent({ model: scriptedModel([calls(call('pay')), 'Ok.']), tools: [pay] })
  const recorder = record(agent)
  const { runId } = await agent.chat(input)
  await agent.undo(runId)
  return recorder.recording
}

describe('toTest', () => {
  it('12 names the test after what the user did', async () => {
    const text = toTest(await createRecording('pay Ann'))
    expect(text).toContain('it("pay Ann, then undo of pay", async () => {')
    expect(text).toContain('await renderWithAgent(<App />, {')
    expect(text).toContain('await expectNoDrift(expect, played, "./session.recording.json");')
  })

  it('10 makes no test of a recording that has lost runs or events, or has none', async () => {
    const recording = await createRecording('pay')
    const lost = { ...recording, dropped: { runs: 1, events: 0 } }
    expect(() => toTest(lost)).toThrow('The recording has lost its 1 oldest run, because')
    const cut = { ...recording, dropped: { runs: 0, events: 3 } }
    expect(() => toTest(cut)).toThrow('The recording has lost 3 events, because')
    expect(() => toTest({ ...recording, runs: [] })).toThrow('The recording has no run, so')
  })

  it('12 makes a test without React', async () => {
    const text = toTest(await createRecording('pay'), { createAgent: 'createShop', from: './shop' })
    expect(text).toContain('const agent = createShop(scriptedModel(repliesOf(recording)));')
    expect(text).not.toContain('react')
  })

  it('compares what `level` says', async () => {
    const recording = await createRecording('pay')
    const text = toTest(recording, { level: 'results' })
    expect(text).toContain('await play(recording, agent, { level: "results" });')
    expect(toTest(recording, { level: 'tools' })).toBe(toTest(recording))
  })

  it('12 is clean in the default format of Prettier, and has no fault of syntax', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'to-test-'))
    const words = ['pay', 'say "hi"', "it's", `both "a" and 'b'`, 'a\nb\tc \\ d', 'x'.repeat(200)]
    for (const [at, input] of words.entries()) {
      const recording = await createRecording(input)
      for (const options of [{}, { createAgent: 'createShop' }, { level: 'prompt' }] as const) {
        const text = toTest(recording, options)
        writeFileSync(join(folder, `${at}${Object.keys(options).join('')}.tsx`), text)
      }
    }
    writeFileSync(join(folder, '.oxfmtrc.json'), '{ "printWidth": 80 }\n')
    const { code } = await runCommand('node_modules/.bin/oxfmt', ['--check', folder])
    expect(code).toBe(0)
  })
})
