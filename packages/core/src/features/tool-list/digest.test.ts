import { inEnvironment } from '../../environment.ts'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../../test/agent-under-test.ts'
import { manyTools } from '../../../test/many-tools.ts'
import { type AgentPlugin, Scope, unavailable } from '../../index.ts'
import { digest, steadyTools } from './index.ts'

interface Sent {
  readonly tools?: readonly { readonly name: string }[] | undefined
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
}

const namesOf = ({ tools = [] }: Sent): string => tools.map(({ name }) => name).join()
const endOf = ({ prompt }: Sent): string => JSON.stringify(prompt.at(-1))
const systemOf = ({ prompt }: Sent): string => String(prompt[0]?.content)
const bytesOf = ({ tools, prompt }: Sent): number =>
  new TextEncoder().encode(JSON.stringify([tools, prompt])).length

/** Returns what a provider can cache of a request: all but the message at its end. */
const stablePart = ({ tools, prompt }: Sent): string =>
  JSON.stringify([tools, prompt.slice(0, -1)]).slice(0, -2)

/** Returns the share of the stable part that each request has in common with the one before. */
const sharesOf = (requests: readonly Sent[]): number[] =>
  requests.slice(1).map((request, at) => {
    const before = stablePart(requests[at] as Sent)
    const now = stablePart(request)
    let same = 0
    while (same < before.length && before[same] === now[same]) same++
    return same / before.length
  })

const through = (name: string, args: object = { id: 'x' }) =>
  calls(call('use_tool', { name, arguments: args }))

const page = (name: string, count: number): Scope =>
  new Scope({
    name,
    tools: Array.from({ length: count }, (_, at) => anyTool(`${name}${at}`)),
  })

describe('digest', () => {
  it('changes nothing at or below the threshold', async () => {
    const play = async (toolList: AgentPlugin) => {
      const { scopes } = manyTools(40)
      const { agent, model } = agentUnderTest([calls(call('area0_op0', { id: 'x' })), 'ok'], {
        scopes,
        use: [toolList],
      })
      await agent.chat('go')
      return model.requests
    }
    expect(JSON.stringify(await play(digest()))).toBe(JSON.stringify(await play(steadyTools())))
  })

  it('has all names in `system`, and shares 100 % of the stable part after any flip', async () => {
    const { scopes } = manyTools(200)
    const { agent, model } = agentUnderTest(
      [
        calls(call('find_tools', { query: 'operation 2' })),
        through('area3_op0'),
        through('area3_op1'),
      ],
      { scopes, use: [digest()], instructions: 'Be brief.' },
      { otherwise: 'ok' },
    )
    await agent.chat('1')
    const first = model.requests[0] as Sent
    for (const scope of scopes) {
      expect(systemOf(first)).toContain(
        `${scope.name}: ${scope.tools.map(({ name }) => name).join(', ')}`,
      )
    }
    expect(sharesOf(model.requests)).toEqual([1, 1, 1])
  })

  it('names as off only tools that the request lists', async () => {
    const { scopes } = manyTools(200)
    const { agent, model } = agentUnderTest(['ok'], {
      scopes,
      use: [digest({ pinned: ['area0_op1'] })],
    })
    await agent.chat('go')
    const listed = namesOf(model.requests[0] as Sent).split(',')
    const end = endOf(model.requests[0] as Sent)
    const off = [...end.matchAll(/(area\d+_op\d+): Open a record first/g)].map(([, name]) => name)
    expect(off).toContain('area0_op1')
    for (const name of off) expect(listed).toContain(name)
  })

  it('sends 200 tools in at most 12 kB, and 1,000 in a bounded request', async () => {
    const play = async (count: number) => {
      const { scopes } = manyTools(count)
      const { agent, model } = agentUnderTest(
        [
          calls(call('find_tools', { query: 'operation 2' })),
          through('area3_op0'),
          through('area3_op1'),
          'ok',
          'ok',
        ],
        { scopes, use: [digest()], instructions: 'You work the page. '.repeat(40) },
      )
      await agent.chat('go')
      await agent.chat('again')
      return model.requests.map(bytesOf)
    }
    for (const bytes of await play(200)) expect(bytes).toBeLessThanOrEqual(12_000)
    for (const bytes of await play(1_000)) expect(bytes).toBeLessThanOrEqual(17_000)
  })

  it('cuts the names to `maxChars`, and says how many are missing', async () => {
    const systemFor = async (maxChars: number) => {
      const { scopes } = manyTools(200)
      const toolList = digest({ maxChars })
      const { agent, model } = agentUnderTest(['ok'], { scopes, use: [toolList] })
      await agent.chat('go')
      const [, names = ''] =
        /<more-tools>\n(.*)\n<\/more-tools>/s.exec(systemOf(model.requests[0] as Sent)) ?? []
      expect(names.length).toBeLessThanOrEqual(maxChars)
      return names
    }
    expect(await systemFor(1_500)).toContain('area19_op4 and 5 more')
    expect(await systemFor(500)).toContain('area19 (10 tools)')
    expect(await systemFor(200)).toMatch(/^area0 \(10 tools\), .* and \d+ more scopes$/)
  })

  it('lists in full the pinned tools, those of earlier runs, and those of the last small scope', async () => {
    const { scopes } = manyTools(50)
    const { agent, model } = agentUnderTest(
      [through('area1_op0'), 'ok', 'ok', 'ok'],
      { scopes: [...scopes, page('last', 2)], use: [digest({ pinned: ['area0_op4'] })] },
      { otherwise: 'ok' },
    )
    await agent.chat('1')
    await agent.chat('2')
    const leave = agent.scopes.register(page('card', 3))
    await agent.chat('3')
    leave()
    agent.scopes.register(page('large', 9))
    await agent.chat('4')
    const start = 'find_tools,use_tool,area0_op4,last0,last1'
    const names = model.requests.map(namesOf)
    expect(names[0]).toBe(start)
    // Within a run the history has the parameters of a tool that was used.
    expect(names[1]).toBe(start)
    expect(names[2]).toBe(`${start},area1_op0`)
    expect(names[3]).toBe(`${start},area1_op0,card0,card1,card2`)
    expect(names[4]).toBe(names[3])
    expect(endOf(model.requests[4] as Sent)).toContain('card0: no longer on the page')
  })

  it('names tools that came later at the end, so that the stable part stays', async () => {
    const { scopes } = manyTools(50)
    const { agent, model } = agentUnderTest([], { scopes, use: [digest()] }, { otherwise: 'ok' })
    await agent.chat('1')
    const leave = agent.scopes.register(page('large', 9))
    await agent.chat('2')
    leave()
    await agent.chat('3')
    expect(endOf(model.requests[1] as Sent)).toContain('large: large0, large1')
    expect(endOf(model.requests[2] as Sent)).not.toContain('large0')
    expect(sharesOf(model.requests)).toEqual([1, 1])
  })

  it('stays a digest until the cache is cold, however few tools are left', async () => {
    let now = 1_000_000
    const clock = { now: () => now, setTimeout, clearTimeout }
    const { agent, model } = agentUnderTest(
      [],
      inEnvironment({ clock }, { scopes: [page('few', 35)], use: [digest()] }),
      { otherwise: 'ok' },
    )
    const leave = agent.scopes.register(page('more', 6))
    await agent.chat('1')
    leave()
    now += 4 * 60_000
    await agent.chat('2')
    now += 6 * 60_000
    await agent.chat('3')
    const lengths = model.requests.map(({ tools = [] }) => tools.length)
    expect(namesOf(model.requests[1] as Sent)).toMatch(/^find_tools,use_tool,/)
    expect(namesOf(model.requests[1] as Sent)).toBe(namesOf(model.requests[0] as Sent))
    expect(lengths[2]).toBe(35)
  })

  it('begins anew once most tools of the page are others', async () => {
    const { agent, model } = agentUnderTest([], { use: [digest()] }, { otherwise: 'ok' })
    const leave = agent.scopes.register(page('old', 50))
    await agent.chat('1')
    leave()
    agent.scopes.register(page('new', 50))
    await agent.chat('2')
    expect(systemOf(model.requests[1] as Sent)).toContain('new: new0')
    expect(systemOf(model.requests[1] as Sent)).not.toContain('old0')
  })

  it('is narrowed by the `tools` of a call', async () => {
    const { scopes } = manyTools(100)
    const own = anyTool('own')
    const { agent, model } = agentUnderTest(
      [
        calls(call('find_tools', { name: 'area9_op0' }), call('use_tool', { name: 'area9_op0' })),
        'ok',
        calls(call('find_tools', { name: 'area9_op0' }), call('use_tool', { name: 'area9_op0' })),
      ],
      { scopes, use: [digest()] },
      { otherwise: 'ok' },
    )
    const some = scopes.slice(0, 5).flatMap(({ tools }) => tools.map(({ name }) => name))
    const narrowed = await agent.chat('1', { tools: [...some, own] })
    const few = await agent.chat('2', { tools: ['area1_op0', 'area1_op1'] })
    const [first, second, third] = model.requests as readonly Sent[] as [Sent, Sent, Sent]
    expect(systemOf(first)).toContain('area4_op9')
    expect(systemOf(first)).not.toContain('area5')
    expect(namesOf(first)).toBe('find_tools,use_tool,own')
    expect(sharesOf([first, second])).toEqual([1])
    expect(namesOf(third)).toBe('area1_op0,area1_op1')
    for (const { messages } of [narrowed, few]) {
      const [found, used] = messages.filter(({ role }) => role === 'tool')
      expect(found?.content).toContain('There is no tool')
      expect(found?.content).not.toContain('"name":"area9_op0"')
      expect(used).toMatchObject({ name: 'area9_op0', status: 'unknown' })
    }
  })

  it('says nothing of a secret tool while it is off, and its name at the end while it is on', async () => {
    let isAdmin = false
    const secret = {
      visible: { off: 'secret' } as const,
      enabled: () => isAdmin || unavailable('For admins'),
    }
    const { agent, model } = agentUnderTest(
      [
        calls(
          call('find_tools', { name: 'purge' }),
          call('use_tool', { name: 'purge', arguments: {} }),
        ),
      ],
      {
        scopes: [page('a', 50), page('last', 1)],
        tools: [anyTool('purge', undefined, secret)],
        use: [digest()],
      },
      { otherwise: 'ok' },
    )
    const { messages } = await agent.chat('1')
    const [found, used] = messages.filter(({ role }) => role === 'tool')
    expect(found?.content).not.toMatch(/purge|admins/)
    expect(used).toMatchObject({ name: 'purge', status: 'unknown' })
    isAdmin = true
    await agent.chat('2')
    expect(JSON.stringify(model.requests[0])).not.toMatch(/purge|admins/)
    expect(systemOf(model.requests[2] as Sent)).not.toContain('purge')
    expect(endOf(model.requests[2] as Sent)).toContain('purge')
  })

  it.each(['find_tools', 'use_tool'])(
    'tells a tool of the app named %s as a clash',
    async (name) => {
      const { agent } = agentUnderTest(['ok'], { tools: [anyTool(name)], use: [digest()] })
      expect((await failureOf(agent.chat('go'))).message).toContain(`The tool "${name}" (scope "`)
    },
  )

  it('gives the context of every scope, also of those whose tools are not listed', async () => {
    const scope = new Scope({ name: 'orders', context: () => ({ open: 7 }) })
    const scopes = [scope, ...manyTools(100).scopes]
    const { agent, model } = agentUnderTest(['ok'], { scopes, use: [digest()] })
    await agent.chat('go')
    expect(endOf(model.requests[0] as Sent)).toContain('{\\"open\\":7}')
  })

  it('refuses options that are no whole numbers', () => {
    expect(() => digest({ above: -1 })).toThrow('`above`')
    expect(() => digest({ maxChars: 1.5 })).toThrow('`maxChars`')
  })
})
