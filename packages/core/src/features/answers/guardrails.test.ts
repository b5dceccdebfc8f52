import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { GuardrailError, inputGuardrail, outputGuardrail } from '../answers/index.ts'

const refuses = (word: string) => (text: string) => !text.includes(word) || `It says ${word}.`

describe('input', () => {
  it('R54 that refuses: no model call', async () => {
    const { agent, model } = agentUnderTest(['never'], {
      use: [inputGuardrail('polite', refuses('damn')), inputGuardrail('later', refuses('damn it'))],
    })
    const error = await failureOf(agent.chat('damn it'))
    expect(error).toBeInstanceOf(GuardrailError)
    expect(error).toMatchObject({ guardrail: 'polite', phase: 'input', reason: 'It says damn.' })
    expect(model.requests).toEqual([])
    expect(error.usage?.totalTokens).toBe(0)
  })

  it('R54 reads the text among parts, for `execute` as for `chat`', async () => {
    const { agent, model } = agentUnderTest(['ok'], {
      use: [inputGuardrail('polite', refuses('damn'))],
    })
    const image = { type: 'image', data: 'AAAA', mediaType: 'image/png' } as const
    const parts = [image, { type: 'text', text: 'well, damn' } as const]
    const { status, error } = await agent.execute(parts)
    expect(status).toBe('failed')
    expect(error).toBeInstanceOf(GuardrailError)
    expect(model.requests).toEqual([])
    expect((await agent.chat([image])).content).toBe('ok')
  })
})

describe('output', () => {
  it('R54 that refuses: rejected, with the usage', async () => {
    const { agent } = agentUnderTest([{ text: 'damn', usage: { prompt: 7, completion: 2 } }], {
      use: [outputGuardrail('polite', refuses('damn'))],
    })
    const run = agent.chat('go')
    const error = await failureOf(run)
    expect(error).toMatchObject({ guardrail: 'polite', phase: 'output' })
    expect(error.usage).toMatchObject({ promptTokens: 7, completionTokens: 2, totalTokens: 9 })
    expect(run.events.at(-1)).toMatchObject({ type: 'agent:failed', usage: { totalTokens: 9 } })
  })

  it('R54 stands before every text of the model, also before one with calls', async () => {
    const seen: string[] = []
    const { agent } = agentUnderTest([{ text: 'Looking', ...calls(call('x')) }, 'done'], {
      tools: [anyTool('x')],
      use: [
        outputGuardrail('all', (text) => {
          seen.push(text)
          return true
        }),
      ],
    })
    expect((await agent.chat('go')).content).toBe('done')
    expect(seen).toEqual(['Looking', 'done'])
  })
})

describe('a guardrail', () => {
  it('R54 may ask a model, which counts, and refuses by throwing', async () => {
    const asks = inputGuardrail('model', async (text, run) => {
      const answer = await run?.ask(`Fine? ${text}`)
      return answer === 'yes' || 'The model says no.'
    })
    const { agent } = agentUnderTest(['yes', 'done', 'no'], { use: [asks] })
    expect((await agent.chat('go')).usage.totalTokens).toBe(30)
    expect(await failureOf(agent.chat('again'))).toMatchObject({ reason: 'The model says no.' })
    const cause = new Error('broken')
    const broken = agentUnderTest(['never'], {
      use: [inputGuardrail('broken', () => Promise.reject(cause))],
    })
    expect(await failureOf(broken.agent.chat('go'))).toMatchObject({ guardrail: 'broken', cause })
    expect(broken.model.requests).toEqual([])
  })

  it('R29 R54 holds up no cancel', async () => {
    const { agent } = agentUnderTest(['never'], {
      use: [inputGuardrail('slow', () => new Promise(() => undefined))],
    })
    const run = agent.chat('go')
    await flush()
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user' } })
  })
})
