import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { expect, it } from 'vitest'
import { toForm } from './answer.ts'
import { toPrompt } from './writer.ts'

it('leaves out as few turns of a long conversation as it must, and has a few prompts counted', async () => {
  const prompt: LanguageModelV4CallOptions['prompt'] = Array.from({ length: 300 }, (_, nth) => ({
    role: 'user',
    content: [{ type: 'text', text: `turn ${nth}` }],
  }))
  const options = { prompt: [{ role: 'system' as const, content: 'Short.' }, ...prompt] }
  let counted = 0
  const engine = (contextTokens: number): Parameters<typeof toPrompt>[2] => ({
    contextTokens,
    // As many tokens as turns.
    countTokens: (messages) => {
      counted++
      return messages.flatMap(({ content }) => content.match(/turn/g) ?? []).length
    },
    // oxlint-disable-next-line require-yield -- nothing is written here
    async *generate() {},
  })
  for (const room of [1, 2, 3, 150, 299, 300, 400]) {
    counted = 0
    const { leftOut, tokens } = await toPrompt(options, toForm(options), engine(room + 10), {
      maxTokens: 10,
      ratio: 1,
    })
    // The two newest stay, whatever the room.
    expect([room, leftOut, tokens]).toEqual([room, 300 - tokens, Math.min(300, Math.max(2, room))])
    expect(counted).toBeLessThanOrEqual(11)
  }
})
