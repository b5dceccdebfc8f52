import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { createAgent } from '../agent.ts'
import { AgentError } from '../errors/agent-error.ts'
import { ModelError } from '../errors/model-error.ts'
import { refusedIn } from '../messages/refused.ts'
import { memoryStorage } from '../features/keeping/memory-storage.ts'
import type { AgentOptions } from '../options.ts'
import { Tool } from '../tools/tool.ts'

const png = `iVBORw0KGgo${'A'.repeat(41)}`
const photo = { type: 'image', data: png, mediaType: 'image/png', filename: 'photo.png' } as const
const withPhoto = [{ type: 'text', text: 'What is this?' }, photo] as const

const refusal = (kind: string) => (): never => {
  throw new ModelError('Refused.', { kind, isRetryable: false, status: 400 })
}

function agentWith(replies: Reply[], options: Partial<AgentOptions> = {}) {
  const model = scriptedModel(replies)
  const agent = createAgent({ model, request: { retry: 0 }, ...options })
  const sent = (): string => JSON.stringify(model.requests.at(-1)?.prompt)
  return { agent, model, sent }
}

const shot = (output: object, untrusted = false): Tool =>
  new Tool({
    name: 'shot',
    description: 'Takes a picture.',
    result: { untrusted, toModel: () => [output] as never },
    handler: () => 'taken',
  })

describe('a file that is refused', () => {
  it.each(['invalid_request', 'upstream_rejected', 'body_too_large', 'too_large'])(
    'for %s harms no later message, and is told to the model',
    async (kind) => {
      const { agent, sent } = agentWith([refusal(kind), 'Hello.'])
      await expect(agent.chat(withPhoto)).rejects.toThrow('Refused.')
      expect(agent.history.messages.at(-1)).toMatchObject({
        forModel: true,
        content: '',
        refused: [{ messageId: agent.history.messages[0]?.id, at: 1, reason: expect.any(String) }],
      })
      expect((await agent.chat('hello')).content).toBe('Hello.')
      expect(sent()).not.toContain(png)
      expect(sent()).toContain('(The file \\"photo.png\\" is not here: it was refused.)')
    },
  )

  it('is left out after a reload, too', async () => {
    const storage = memoryStorage()
    const first = agentWith([refusal('upstream_rejected')], { storage })
    await first.agent.chat(withPhoto).catch(() => undefined)
    const id = first.agent.sessions.current
    first.agent.sessions.close()
    const { agent, sent } = agentWith(['Hello.'], { storage })
    await agent.sessions.open(id)
    await agent.chat('hello')
    expect(sent()).toContain('it was refused')
    expect(sent()).not.toContain(png)
    await agent.sessions.import(await agent.sessions.export(id))
  })

  it('is sent again where its message is edited', async () => {
    const { agent, sent } = agentWith([refusal('upstream_rejected'), 'A cat.'])
    await agent.chat(withPhoto).catch(() => undefined)
    await agent.chat(withPhoto, { replaces: agent.history.messages[0]?.id })
    expect(sent()).toContain(png)
  })

  it('is the newest one: what a model has accepted stays', async () => {
    const other = { ...photo, filename: 'other.png', data: `iVBORw0KGgo${'B'.repeat(41)}` }
    const { agent, sent } = agentWith(['A cat.', refusal('body_too_large'), 'Hello.'])
    await agent.chat(withPhoto)
    await agent.chat([other]).catch(() => undefined)
    await agent.chat('hello')
    expect(sent()).toContain(png)
    expect(sent()).toContain('other.png')
    expect(sent()).not.toContain(other.data)
  })

  it('is an old one where a new model takes none: the message is answered without it', async () => {
    const replies = ['A cat.', refusal('upstream_rejected'), 'Hello.', 'Yes.']
    const { agent, model, sent } = agentWith(replies)
    await agent.chat(withPhoto)
    expect((await agent.chat('hello')).content).toBe('Hello.')
    expect(sent()).not.toContain(png)
    expect((await agent.chat('still there?')).content).toBe('Yes.')
    expect(model.requests).toHaveLength(4)
    expect(sent()).not.toContain(png)
  })

  it('is one of an earlier message that no model has got: the message is answered', async () => {
    const replies = [refusal('network'), refusal('upstream_rejected'), 'Hello.']
    const { agent, sent } = agentWith(replies)
    await agent.chat(withPhoto).catch(() => undefined)
    expect((await agent.chat('hello')).content).toBe('Hello.')
    expect(sent()).not.toContain(png)
  })

  it('is asked about in the same run first where old ones are there as well', async () => {
    const refuse = refusal('upstream_rejected')
    const replies = ['A cat.', calls(call('shot')), refuse, refuse, 'Seen.']
    const taken = { ...photo, data: `iVBORw0KGgo${'B'.repeat(41)}` }
    const { agent, model, sent } = agentWith(replies, { tools: [shot(taken)] })
    await agent.chat(withPhoto)
    expect((await agent.chat('look')).content).toBe('Seen.')
    expect(JSON.stringify(model.requests[3]?.prompt)).toContain(png)
    expect(JSON.stringify(model.requests[3]?.prompt)).not.toContain(taken.data)
    expect(sent()).not.toContain(png)
  })

  it('is not blamed for what is refused without it as well', async () => {
    const refuse = refusal('invalid_request')
    const { agent, sent } = agentWith([refuse, refuse, 'A cat.'])
    await agent.chat(withPhoto).catch(() => undefined)
    await agent.resume().catch(() => undefined)
    await agent.resume()
    expect(sent()).toContain(png)
  })

  it.each([400, 3])(
    'is never blamed for a request that fails for another reason: %i failures',
    async (failures) => {
      const refuse = refusal('invalid_request')
      const { agent, model, sent } = agentWith(['A cat.', ...Array(failures).fill(refuse), 'Hi.'])
      await agent.chat(withPhoto)
      const again = [photo, { ...photo, data: `iVBORw0KGgo${'B'.repeat(41)}` }]
      await agent.chat(again).catch(() => undefined)
      await expect(agent.chat('hello')).rejects.toThrow('Refused.')
      expect(model.requests).toHaveLength(4)
      expect(refusedIn(agent.history.messages)).toEqual([])
      if (failures > 3) return
      expect((await agent.chat('hello')).content).toBe('Hi.')
      expect(sent().split(png)).toHaveLength(3)
    },
  )

  it.each(['rate_limited', 'unauthorized', 'network', 'upstream_error'])(
    'is not one of a request that failed for %s',
    async (kind) => {
      const { agent } = agentWith([refusal(kind)])
      await agent.chat(withPhoto).catch(() => undefined)
      expect(agent.history.messages).toHaveLength(1)
    },
  )

  it('may be that of a tool', async () => {
    const replies = [calls(call('shot')), refusal('upstream_rejected'), 'I see nothing.']
    const { agent, sent } = agentWith(replies, { tools: [shot(photo)] })
    expect((await agent.chat('look')).content).toBe('I see nothing.')
    expect(sent()).not.toContain(png)
  })

  it('is named by the package of a provider that cannot express it', async () => {
    const fail = (): never => {
      throw Object.assign(new Error('media type'), { name: 'AI_UnsupportedFunctionalityError' })
    }
    const { agent } = agentWith([fail, 'Hello.'])
    const error: unknown = await agent.chat(withPhoto).catch((thrown: unknown) => thrown)
    expect(AgentError.is(error, 'model') && error.details.kind).toBe('invalid_request')
    expect((await agent.chat('hello')).content).toBe('Hello.')
  })
})

describe('request.modalities', () => {
  it('refuses a kind of file before any request, and leaves it out of every later one', async () => {
    const { agent, model, sent } = agentWith(['Hello.'], { request: { modalities: ['audio'] } })
    await expect(agent.chat(withPhoto)).rejects.toThrow('request.modalities')
    expect(model.requests).toHaveLength(0)
    expect(agent.history.messages.at(-1)).toMatchObject({ refused: [{ at: 1, reason: 'kind' }] })
    await agent.chat('hello')
    expect(sent()).not.toContain(png)
  })

  it('leaves out the files of tools', async () => {
    const { agent, sent } = agentWith([calls(call('shot')), 'Done.'], {
      request: { modalities: [] },
      tools: [shot(photo)],
    })
    await agent.chat('look')
    expect(sent()).toContain('this model takes no files of its kind')
    expect(sent()).not.toContain(png)
  })
})

describe('the address of a file in a result', () => {
  it.each(['http://', 'https://exa mple.com/a.png', 'https://[::1'])(
    'is checked: %s withholds the result',
    async (data) => {
      const warned: string[] = []
      const replies = [calls(call('shot')), 'Done.', 'Hello.']
      const storage = memoryStorage()
      const { agent } = agentWith(replies, {
        tools: [shot({ type: 'image', data }, true)],
        storage,
        on: { 'agent:warning': ({ code }) => void warned.push(code) },
      })
      expect((await agent.chat('look')).content).toBe('Done.')
      expect(warned).toContain('result_withheld')
      expect((await agent.chat('hello')).content).toBe('Hello.')
      await agent.sessions.import(await agent.sessions.export(agent.sessions.current))
    },
  )

  it('that is stored harms no message', async () => {
    const model = scriptedModel(['Hello.'])
    const agent = createAgent({ model })
    const made = { id: 'm', parentId: null, createdAt: 0 }
    agent.history.append({ ...made, role: 'user', content: [{ ...photo, data: 'https://[::1' }] })
    expect((await agent.chat('hello')).content).toBe('Hello.')
    expect(JSON.stringify(model.requests)).toContain('its address is not a valid URL')
  })
})

describe('files in a request', () => {
  it('of earlier messages and results are the newest ones, up to three million characters', async () => {
    const big = (letter: string) => ({ ...photo, data: letter.repeat(1_600_000) })
    const replies: Reply[] = ['One.', 'Two.', calls(call('shot')), 'Three.']
    const { agent, sent } = agentWith(replies, { tools: [shot(big('s'))] })
    await agent.chat([big('a')])
    await agent.chat([big('b')])
    expect(sent()).toContain(big('b').data)
    expect(sent()).not.toContain(big('a').data)
    await agent.chat('look')
    expect(sent()).toContain(big('s').data)
    expect(sent()).not.toContain(big('b').data)
    expect(sent().match(/newer files have taken its place/g)).toHaveLength(2)
  })

  it('that are text are sent as text', async () => {
    const { agent, sent } = agentWith(['Yes.'], { request: { modalities: [] } })
    const latin = new Blob([Uint8Array.of(0x66, 0xfc, 0x72)], { type: 'text/csv' })
    await agent.chat([
      { type: 'file', data: new File(['a;b'], 'data.csv', { type: 'text/csv' }) },
      { type: 'file', data: 'eyJhIjoxfQ==', mediaType: 'application/json', filename: 'a.json' },
      { type: 'file', data: latin, untrusted: true },
    ])
    expect(sent()).toContain('The file \\"data.csv\\":\\na;b')
    expect(sent()).toContain('{\\"a\\":1}')
    expect(sent()).toMatch(/untrusted[^]*für/)
    expect(sent()).not.toContain('"file"')
  })

  it('have the media type of their bytes', async () => {
    const { agent, model } = agentWith(['Yes.'])
    const jpeg = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)], 'a.png', {
      type: 'image/png',
    })
    await agent.chat([{ type: 'image', data: jpeg }, photo])
    expect(model.requests[0]?.prompt[0]?.content).toMatchObject([
      { mediaType: 'image/jpeg' },
      { mediaType: 'image/png' },
    ])
  })

  it('of results follow them in a message of the user where results are text', async () => {
    const model = scriptedModel([calls(call('shot')), 'Done.'], { provider: 'local.chat' })
    const agent = createAgent({ model, tools: [shot(photo)] })
    await agent.chat('look')
    expect(model.requests[1]?.prompt.slice(2)).toMatchObject([
      {
        role: 'tool',
        content: [{ output: { value: [{ type: 'text', text: '(File 1 of the next message.)' }] } }],
      },
      { role: 'user', content: [{ type: 'text' }, { type: 'file', mediaType: 'image/png' }] },
    ])
  })
})
