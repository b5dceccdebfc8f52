import { call } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { jsonSchema, Scope, Tool } from '../index.ts'
import { toSendableName, toWellFormed } from './prompt.ts'

/** Half of an emoji, as `text.slice` leaves it. */
const half = '\ud83d'

const brokenIn = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.isWellFormed()
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(brokenIn)

describe('a request', () => {
  it('has no half of a surrogate pair, whoever wrote it', async () => {
    const look = new Tool({
      name: 'look',
      description: `Looks. ${half}`,
      parameters: jsonSchema({
        type: 'object',
        properties: { a: { type: 'string', description: half, enum: [`x${half}`] } },
      }),
      result: { toModel: () => `preview ${half}` },
      handler: () => half,
    })
    const { agent, model } = agentUnderTest(
      [{ text: `Let me ${half}`, calls: [call('look', { b: `y${half}` })] }, 'done'],
      {
        instructions: `Be kind. ${half}`,
        tools: [look],
        scopes: [
          new Scope({ name: 's', label: `Mail ${half}`, instructions: half, context: () => half }),
        ],
      },
    )
    await agent.chat(`cut ${half}`)
    expect(model.requests).toHaveLength(2)
    for (const { prompt, tools } of model.requests) {
      expect(brokenIn(prompt)).toBe(false)
      expect(brokenIn(tools)).toBe(false)
    }
    expect(JSON.stringify(model.requests[1])).toContain('preview \ufffd')
  })
})

describe('toWellFormed', () => {
  it('is the same object if nothing has to be mended, and keeps what is not JSON', () => {
    const data = { a: ['😀', 1, null], url: new URL('https://a.example') }
    expect(toWellFormed(data)).toBe(data)
    const mended = toWellFormed({ ...data, b: half })
    expect(mended).toEqual({ ...data, b: '\ufffd' })
    expect(mended.url).toBe(data.url)
  })
})

describe('toSendableName', () => {
  it.each([
    ['a-b_1', 'a-b_1'],
    ['1a', '_1a'],
    ['', '_'],
    ['ä b', '__b'],
    ['x'.repeat(70), 'x'.repeat(64)],
  ])('makes %j %j', (name, sent) => {
    expect(toSendableName(name)).toBe(sent)
  })
})
