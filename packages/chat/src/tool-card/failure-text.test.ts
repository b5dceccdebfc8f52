import {
  AgentError,
  type AgentOptions,
  createAgent,
  Tool,
  type ToolContext,
  type ToolMessage,
  type ToolOptions,
  unavailable,
} from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { englishFailures } from './failure-strings.ts'
import { failureText } from './failure-text.ts'

const answer = (content: string, status: ToolMessage['status'] = 'error'): ToolMessage => ({
  id: 'c',
  parentId: null,
  createdAt: 0,
  role: 'tool',
  name: 't',
  content,
  status,
})

const textOf = (message: ToolMessage): string | undefined => failureText(message, englishFailures)

const pick = (
  handler: (args: unknown, ctx: ToolContext) => unknown,
  more: Partial<ToolOptions<never, unknown>> = {},
): Tool => new Tool({ name: 'pick_form', description: 'Picks.', handler, ...more } as never)

/** Returns an agent whose model calls a tool, and the answer that the call gets. */
function calling(tool: Tool, options: Partial<AgentOptions> = {}, name = 'pick_form') {
  const model = scriptedModel([calls(call(name)), 'Done'])
  const agent = createAgent({ model, tools: [tool], ...options })
  agent.pending.attach('approval')
  agent.pending.attach('question')
  const text = async (): Promise<string | undefined> => {
    const { messages } = await agent.chat('Go')
    const told = messages.find((message) => message.role === 'tool')
    return told && textOf(told)
  }
  return { agent, text }
}

describe('failureText', () => {
  it('is the message of the error the application threw', () => {
    const content = '{"error":{"name":"AgentError","code":"handler","message":"No such task."}}'
    expect(textOf(answer(content))).toBe('No such task.')
  })

  it('has no class of an error', async () => {
    const tool = pick(() => {
      throw new TypeError('No such form.')
    })
    expect(await calling(tool).text()).toBe('No such form.')
  })

  it.each<[string, unknown]>([
    ['no text', new Error('')],
    ['no value', undefined],
    ['an error of Ambit', new AgentError('`tools` is not a list. Give one.')],
  ])('R80 has no words for the model where what was thrown has %s', async (_, thrown) => {
    const tool = pick(() => {
      throw thrown
    })
    expect(await calling(tool).text()).toBe('It did not work.')
  })

  it('R80 has no JSON where the message was cut', () => {
    expect(textOf(answer('{"error":"gone"}'))).toBe('gone')
    expect(textOf(answer('{"error":{"mess'))).toBe('It did not work.')
  })

  it.each<[string | undefined, string]>([
    ['no idea', 'You did not answer its question: no idea'],
    [undefined, 'You did not answer its question.'],
  ])('tells of a question declined with the reason %s', async (reason, expected) => {
    const { agent, text } = calling(pick((_, ctx) => ctx.ask('Which?')))
    agent.pending.subscribe(({ items: [ask] }) => ask && agent.pending.decline(ask.id, reason))
    expect(await text()).toBe(expected)
  })

  it.each<[string | undefined, string]>([
    ['not that one', 'You said no: not that one'],
    [undefined, 'You said no.'],
  ])('tells of an approval denied with the comment %s', async (comment, expected) => {
    const { agent, text } = calling(pick(() => 1, { approval: true }))
    agent.pending.subscribe(({ items: [request] }) => {
      if (request) agent.pending.deny(request.id, comment)
    })
    expect(await text()).toBe(expected)
  })

  it.each<[string | undefined, string]>([
    ['The order was not paid.', 'The order was not paid.'],
    [undefined, 'The request did not fit this page.'],
  ])('has the sentence of a rule of the application: %s', async (message, expected) => {
    const parameters = z.object({}).refine(() => false, message)
    expect(await calling(pick(() => 1, { parameters } as never)).text()).toBe(expected)
  })

  it('tells of a tool that is off, slow or unknown', async () => {
    const off = pick(() => 1, { enabled: () => unavailable('read only') })
    expect(await calling(off).text()).toBe('It is not available now: read only')
    const slow = pick(() => new Promise(() => undefined), { run: { timeout: 1 } })
    expect(await calling(slow).text()).toBe('It took longer than 1 ms. It may have taken effect.')
    expect(await calling(slow, {}, 'wipe_all').text()).toBe('This page cannot do that.')
  })

  const told = (kind: string | undefined, more: object = {}): string =>
    JSON.stringify({
      error: { name: 'AnyError', message: 'For the "t" model only', kind, ...more },
    })

  it.each<[ToolMessage['status'], string, string | undefined]>([
    [
      'interrupted',
      told('outcome_unknown'),
      'The page was closed while it ran. It may have taken effect.',
    ],
    ['cancelled', told('not_started'), 'The page was closed before it began. It was not run.'],
    ['cancelled', told('cut'), 'The answer ended too early. It was not run.'],
    ['interrupted', told('user'), 'You stopped it. It may have taken effect.'],
    ['interrupted', told('manual'), 'It may have taken effect.'],
    [
      'invalid',
      told(undefined, { issues: [{ path: ['instance'], message: 'expected' }] }),
      'What it was for is no longer on the page.',
    ],
    [
      'invalid',
      told(undefined, { issues: [{ path: ['city'], message: 'expected' }] }),
      'The request did not fit this page.',
    ],
    [
      'invalid',
      told(undefined, { issues: [{ code: 'custom', message: 'The order was not paid.' }] }),
      'The order was not paid.',
    ],
    [
      'invalid',
      told(undefined, {
        issues: [
          { code: 'custom', message: 'Not paid.' },
          { code: 'invalid_type', message: 'No' },
        ],
      }),
      'The request did not fit this page.',
    ],
    [
      'disabled',
      told('off', { reason: 'the instance "f3a9" is off: it is locked', detail: 'it is locked' }),
      'It is not available now: it is locked',
    ],
    ['disabled', told('off', { reason: 'the instance "f3a9" is off' }), 'It is not available now.'],
    ['disabled', told('gone'), 'What it was for is no longer on the page.'],
    ['stale', told('changed'), 'The page had changed, so it did not run.'],
    ['cancelled', told('scope_ended'), 'What it was for is no longer on the page. It was not run.'],
    [
      'cancelled',
      told('changed'),
      'What it was for changed while it waited for you. It was not run.',
    ],
    ['cancelled', told('user'), 'You stopped it. It was not run.'],
    ['cancelled', told('deadline'), 'It took too long. It was not run.'],
    ['cancelled', told('budget'), 'A limit was reached. It was not run.'],
    ['cancelled', told('manual'), 'It was not run.'],
    ['denied', told('no'), 'You said no.'],
    ['denied', told('no_because', { reason: 'Too much' }), 'You said no: Too much'],
    ['denied', told('unanswered', { reason: 'nobody answered' }), 'Nobody allowed it in time.'],
    ['denied', told('unclear', { reason: 'no object' }), 'It was not allowed.'],
    ['denied', told('policy', { reason: 'code' }), 'It was not allowed.'],
    [
      'denied',
      told(undefined, { reason: 'Not on Sundays.' }),
      'It was not allowed: Not on Sundays.',
    ],
  ])('tells people of an answer that is %s: %s', (status, content, expected) => {
    expect(textOf(answer(content, status))).toBe(expected)
  })

  it.each([
    ['returned', 'You stopped it. It went on to its end all the same.'],
    ['threw', 'You stopped it. It ended with an error after that. It may have taken effect.'],
  ] as const)('tells of a handler that went on and %s', (late, expected) => {
    expect(failureText(answer(told('user'), 'interrupted'), englishFailures, late)).toBe(expected)
  })
})
