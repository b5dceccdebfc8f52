import { describe, expect, it } from 'vitest'
import { createDemoModel } from './create-demo-model.ts'
import { drive } from '../../test/drive.ts'
import { taskBoard } from '../../test/invented-apps.ts'
import { leisureSentences } from '../../test/leisure-sentences.ts'
import { officeSentences } from '../../test/office-sentences.ts'
import { shopSentences } from '../../test/shop-sentences.ts'

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
