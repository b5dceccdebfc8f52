import { call, calls, flush, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { withWrite } from '../../test/with-write.ts'
import { memoryStorage } from '../features/keeping/index.ts'
import { conversation, type Message } from '../index.ts'

const story = () => [text('Look', calls(call('x'), call('x'))), 'done', 'again']

describe('conversation', () => {
  it('R46 sees every message in order, each awaited before the next step', async () => {
    const log: string[] = []
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x', () => log.push('run x'))],
      use: [
        conversation({
          append: async (message: Message) => {
            log.push(`> ${message.role}`)
            await flush()
            log.push(`< ${message.role}`)
          },
        }),
      ],
    })
    agent.use({
      name: 'noting',
      request: (_at, next) => {
        log.push('request')
        return next()
      },
    })
    await agent.chat('go')
    expect(log.join(', ')).toBe(
      '> user, < user, request, > assistant, < assistant, run x, > tool, < tool, ' +
        'run x, > tool, < tool, request, > assistant, < assistant',
    )
  })

  it('R46 is told of the session and the run, and of calls with their message', async () => {
    const seen: unknown[] = []
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x')],
      use: [
        conversation({
          append: (message: Message, at: object) => seen.push({ ...message, ...at }),
        }),
      ],
    })
    const run = agent.chat('go')
    const { report } = await run
    expect(seen[1]).toMatchObject({
      role: 'assistant',
      content: 'Look',
      calls: [{ name: 'x' }, { name: 'x' }],
      runId: run.id,
      sessionId: report.sessionId,
    })
  })

  it('R46 is not given again what was supplied as history', async () => {
    const { agent } = agentUnderTest(story(), { tools: [anyTool('x')] })
    await agent.chat('go')
    const seen: string[] = []
    const history = agent.history.messages
    await agent
      .with({ use: [conversation({ append: ({ role }: Message) => seen.push(role) })] })
      .execute('more', { history })
    expect(seen).toEqual(['user', 'assistant'])
  })

  it('R46 that fails is warned of, and the run goes on', async () => {
    for (const append of [
      () => Promise.reject(new Error('disk full')),
      () => {
        throw new Error('disk full')
      },
    ]) {
      const { agent } = agentUnderTest(['hi'], { use: [conversation({ append })] })
      const run = agent.chat('go')
      expect((await run).content).toBe('hi')
      expect(run.events.find(({ type }) => type === 'agent:warning')).toMatchObject({
        message: expect.stringContaining('disk full'),
      })
    }
  })

  it('R14 is told of a message only once it is stored, also after a cancel', async () => {
    const storage = memoryStorage()
    const gate = Promise.withResolvers<void>()
    let isHeld = false
    const told: string[] = []
    const { agent } = agentUnderTest([calls(call('x'))], {
      storage: withWrite(storage, async (write, store) => {
        if (isHeld) await gate.promise
        return store(write)
      }),
      tools: [
        anyTool('x', () => {
          isHeld = true
          agent.cancel()
          return new Promise(() => undefined)
        }),
      ],
      use: [conversation({ append: ({ role }) => void told.push(role) })],
    })
    const run = agent.chat('go')
    await expect.poll(() => agent.history.messages.at(-1)?.role).toBe('tool')
    await flush()
    expect(told).toEqual(['user', 'assistant'])
    gate.resolve()
    await run.catch(() => undefined)
    await expect.poll(() => told).toEqual(['user', 'assistant', 'tool'])
  })
})
