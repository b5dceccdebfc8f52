import { describe, expect, it } from 'vitest'
import { createDemoModel } from './create-demo-model.ts'
import { drive } from './drive.test.run.ts'
import { taskBoard } from './invented-apps.test.data.ts'
import { leisureSentences } from './leisure-sentences.test.data.ts'
import { officeSentences } from './office-sentences.test.data.ts'
import { shopSentences } from './shop-sentences.test.data.ts'

describe('createDemoModel', () => {
  const sentences = [...officeSentences, ...leisureSentences, ...shopSentences]
  for (const [app, sentence, ...calls] of sentences) {
    it(`${app.name}: ${sentence}`, async () => {
      expect((await drive(app(), [sentence])).calls).toEqual(calls)
    })
  }

  it('has no memory: a model made for every call does the same', async () => {
    const sentence = 'Add Pay rent and move it to done, then select it and delete it'
    const fresh = createDemoModel({ chunkDelayMs: 0 })
    const forgetful = {
      ...fresh,
      doGenerate: (options: Parameters<typeof fresh.doGenerate>[0]) =>
        createDemoModel({ chunkDelayMs: 0 }).doGenerate(options),
    }
    const { calls } = await drive(taskBoard(), [sentence], forgetful)
    expect(calls).toEqual((await drive(taskBoard(), [sentence])).calls)
    expect(calls).toHaveLength(4)
  })
})
