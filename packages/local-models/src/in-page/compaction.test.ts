import { createAgent } from '@ambit/core'
import { hybrid, trim } from '@ambit/core/compaction'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { type Answer, writtenModel } from '../../test/text-engine.ts'
import { chooseModel } from './choose-model.ts'
import { constrained } from './constrained.ts'
import type { TextRequest } from './text-model.ts'

const sizeOf = (messages: TextRequest['messages']): number =>
  messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0)

/** A model in the page that knows 400 tokens, and sums up what it is asked to. */
function smallModel() {
  const answer: Answer = async function* ({ messages }) {
    const isSummary = messages[0]?.content.includes('Summarise')
    yield isSummary ? 'They talked of tea.' : `Answer to ${messages.at(-1)?.content.slice(0, 6)}.`
    yield { inputTokens: sizeOf(messages), outputTokens: 5 }
  }
  return writtenModel([answer], {
    modelId: 'small',
    engine: { contextTokens: 400, countTokens: sizeOf },
  })
}

const long = (n: number): string => `turn ${n} ${'tea '.repeat(40)}`

const textOf = (request: TextRequest | undefined): string =>
  (request?.messages ?? []).map(({ content }) => content).join('\n')

describe('a compaction without a number of tokens', () => {
  it('puts a summary in place of the turns that do not fit into the context of the engine', async () => {
    const small = smallModel()
    const warnings: string[] = []
    const agent = createAgent({ model: constrained(small), use: [hybrid()] })
    agent.on('agent:warning', ({ message }) => warnings.push(message))
    for (let n = 1; n <= 8; n++) await agent.chat(long(n))
    const last = small.requests.at(-1)
    expect(textOf(last)).toContain('They talked of tea.')
    expect(textOf(last)).toContain('turn 8')
    expect(textOf(last)).not.toContain('turn 1 ')
    // Every request fits, those of the summaries too, and the model left nothing out by itself.
    for (const { messages, maxTokens } of small.requests)
      expect(sizeOf(messages) + maxTokens).toBeLessThanOrEqual(400)
    expect(warnings).toEqual([])
    expect(small.loads).toBe(1)
    // Each turn is in a request, or in one of those that were summed up.
    const all = small.requests.map(textOf)
    for (let n = 1; n <= 8; n++) expect(all.join()).toContain(`turn ${n} `)
    expect(all.filter((text) => text.includes('Summarise')).length).toBeLessThan(8)
  })

  it('counts by the model that answers: a larger one gets all, and a smaller one a summary', async () => {
    const small = smallModel()
    const large = scriptedModel(Array.from({ length: 8 }, (_, n) => `Large ${n}.`))
    let isSmall = false
    const model = chooseModel([{ model: constrained(small), when: () => isSmall }, large])
    const agent = createAgent({ model, use: [hybrid()] })
    for (let n = 1; n <= 6; n++) await agent.chat(long(n))
    expect(JSON.stringify(large.requests.at(-1)?.prompt)).toContain('turn 1 ')
    isSmall = true
    await agent.chat(long(7))
    expect(textOf(small.requests.at(-1))).toContain('They talked of tea.')
    // The request for the summary fits, too: it has the newest of those turns.
    for (const { messages } of small.requests) expect(sizeOf(messages)).toBeLessThanOrEqual(200)
    expect(textOf(small.requests[0])).toContain('turn 5 ')
    expect(large.requests).toHaveLength(6)
    isSmall = false
    await agent.chat(long(8))
    expect(JSON.stringify(large.requests.at(-1)?.prompt)).toContain('turn 1 ')
    expect(JSON.stringify(large.requests)).not.toContain('whole')
  })

  it('warns of a model whose context nobody knows', async () => {
    const agent = createAgent({ model: scriptedModel(['Hi.']), use: [trim()] })
    const warnings: string[] = []
    agent.on('agent:warning', ({ code }) => warnings.push(code))
    await agent.chat('Hello')
    expect(warnings).toEqual(['unknown_context'])
  })

  it('leaves the oldest turns out without a summary, and refuses what is too large by itself', async () => {
    const small = smallModel()
    const agent = createAgent({ model: constrained(small), use: [trim()] })
    for (let n = 1; n <= 5; n++) await agent.chat(long(n))
    expect(small.requests).toHaveLength(5)
    expect(textOf(small.requests.at(-1))).not.toContain('turn 1 ')
    await expect(agent.chat('tea '.repeat(500))).rejects.toMatchObject({
      details: { kind: 'too_large' },
    })
    expect(small.requests).toHaveLength(5)
  })
})
