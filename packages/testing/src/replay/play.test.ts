import {
  type ApprovalDecision,
  ModelError,
  type PendingApproval,
  Scope,
  undoTool,
} from '@ambit/core'
import { record, type Recording } from '@ambit/devtools/record'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, flush } from '../fake-clock.ts'
import { call, calls, type Reply } from '../reply.ts'
import { answerAs, type Changes, createOrders } from './app-under-test.ts'
import { play, type PlayOptions, repliesOf } from './index.ts'

vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => vi.unstubAllGlobals())

type App = ReturnType<typeof createOrders>

const refunding: readonly Reply[] = [
  { reasoning: 'filter first', calls: [call('filter', { status: 'open' })] },
  calls(call('refund', { id: 'a' })),
  'Refunded.',
]

/** Records what `act` does with the app, as the JSON of a file. */
async function recorded(
  replies: readonly Reply[],
  act: (agent: App) => PromiseLike<unknown>,
  changes: Changes = {},
): Promise<Recording> {
  const agent = createOrders(replies, changes)
  const recorder = record(agent, { requests: 'full' })
  await act(agent)
  recorder.stop()
  return JSON.parse(JSON.stringify(recorder.recording))
}

const refund = (): Promise<Recording> =>
  recorded(refunding, async (agent) => {
    const stop = answerAs(agent)
    await agent.chat('refund the open one')
    stop()
  })

/** Plays a recording against the app with changes. Returns the drift. */
async function playedWith(
  recording: Recording,
  changes: Changes = {},
  options: PlayOptions = {},
): Promise<readonly string[]> {
  const { drift } = await play(recording, createOrders(repliesOf(recording), changes), options)
  return drift
}

describe('play', () => {
  it('1 plays without a network, and without a drift in the same app', async () => {
    const recording = await refund()
    vi.stubGlobal('fetch', () => expect.unreachable())
    expect(await playedWith(recording, {}, { level: 'prompt' })).toEqual([])
    expect(recording.runs[0]?.requests).toHaveLength(3)
  })

  it('2 sends text, parts and attached files, which are stored once', async () => {
    const data = btoa('a picture of an order'.repeat(9))
    const recording = await recorded(['Seen.', 'Again.'], async (agent) => {
      const image = { type: 'image', data, mediaType: 'image/png' } as const
      await agent.chat([{ type: 'text', text: 'look' }, image])
      await agent.chat([{ type: 'text', text: 'again' }, image])
    })
    expect(JSON.stringify(recording.runs)).not.toContain(data)
    expect(Object.values(recording.files)).toEqual([data])
    const agent = createOrders(repliesOf(recording))
    expect((await play(recording, agent)).drift).toEqual([])
    expect(agent.history.messages[0]).toMatchObject({
      content: [{ text: 'look' }, { type: 'image', data }],
    })
  })

  describe('3 answers approvals as the user did', () => {
    const asked = async (
      decide: (agent: App, id: string) => unknown,
    ): Promise<{ recording: Recording; drift: readonly string[]; last: unknown }> => {
      const recording = await recorded(refunding, async (agent) => {
        const stop = answerAs(agent, (id) => decide(agent, id))
        await agent.chat('refund')
        stop()
      })
      const agent = createOrders(repliesOf(recording))
      const { drift } = await play(recording, agent, { level: 'results' })
      const last = agent.history.messages.findLast((m) => m.role === 'tool')
      return { recording, drift, last }
    }

    it('with arguments that they changed', async () => {
      const { drift, last } = await asked((agent, id) =>
        agent.pending.approve(id, { args: { id: 'a', amount: 3 } }),
      )
      expect(drift).toEqual([])
      expect(last).toMatchObject({ arguments: { amount: 3 }, status: 'ok' })
    })

    it('with the words of a denial', async () => {
      const { drift, last } = await asked((agent, id) => agent.pending.deny(id, 'Not that one'))
      expect(drift).toEqual([])
      const content: unknown = expect.stringContaining('Not that')
      expect(last).toMatchObject({ status: 'denied', content })
    })

    it('with nobody in time', async () => {
      const clock = createFakeClock()
      const recording = await recorded(
        refunding,
        async (agent) => {
          const leave = agent.pending.attach('approval')
          const run = agent.chat('refund')
          await vi.waitFor(() => expect(agent.pending.list('approval')).toHaveLength(1))
          await clock.advance(3_600_000)
          await run
          leave()
        },
        { clock },
      )
      expect(recording.runs[0]?.calls[1]?.approval).toMatchObject({ by: 'timeout' })
      const other = createFakeClock()
      const agent = createOrders(repliesOf(recording), { clock: other })
      expect((await play(recording, agent, { clock: other, level: 'results' })).drift).toEqual([])
      expect((await playedWith(recording)).length).toBe(0)
    })

    it('but leaves what `decide` approved or denied to the agent under test', async () => {
      const [filter, refundA] = refunding
      const replies = [filter, refundA, calls(call('refund', { id: 'b' })), 'Done.'] as Reply[]
      const decide = ({ args }: PendingApproval): ApprovalDecision =>
        args['id'] === 'a' || { decision: 'deny', comment: 'Not b' }
      const recording = await recorded(replies, (agent) => agent.chat('refund'), {
        approval: { decide },
      })
      const by = recording.runs[0]?.calls.map(({ approval }) => approval?.by)
      expect(by).toEqual([undefined, 'policy', 'policy'])
      expect(await playedWith(recording, { approval: { decide } }, { level: 'results' })).toEqual(
        [],
      )
      expect(await playedWith(recording, { approval: { decide: () => false } })).toEqual([
        expect.stringContaining('call 2 (refund): was approved, is denied by policy'),
        expect.stringContaining('call 2 (refund): was ok, is denied'),
      ])
      expect(await playedWith(recording, { approval: { decide: () => true } })).toEqual([
        expect.stringContaining('call 3 (refund): was denied, is approved by policy'),
        expect.stringContaining('call 3 (refund): was denied, is ok'),
      ])
    })

    it('with nobody there', async () => {
      const recording = await recorded(refunding, (agent) => agent.chat('refund'))
      expect(recording.runs[0]?.calls[1]?.approval).toMatchObject({ by: 'nobody' })
      expect(await playedWith(recording, {}, { level: 'results' })).toEqual([])
    })
  })

  it('4 answers questions, and declines those that the user declined', async () => {
    const replies = [calls(call('choose')), calls(call('choose')), 'Done.']
    const recording = await recorded(replies, async (agent) => {
      let nth = 0
      const leave = agent.pending.attach('question')
      const stop = agent.pending.subscribe(({ items: [ask] }) => {
        if (!ask) return
        if (nth++ === 0) void agent.pending.answer(ask.id, 'the blue one')
        else agent.pending.decline(ask.id)
      })
      await agent.chat('choose')
      stop()
      leave()
    })
    const [first, second] = recording.runs[0]?.calls ?? []
    expect(first?.questions).toMatchObject([{ outcome: 'answered', answer: 'the blue one' }])
    expect(second?.questions).toMatchObject([{ outcome: 'declined' }])
    expect(await playedWith(recording, {}, { level: 'results' })).toEqual([])
  })

  describe('5 does what else the user did', () => {
    it('steers, queues, calls a tool on the page, undoes', async () => {
      let go = (): void => undefined
      const gate = new Promise<void>((resolve) => (go = resolve))
      const replies: Reply[] = [
        { gate, calls: [call('filter', { status: 'open' })] },
        'Steered.',
        'Queued.',
      ]
      const recording = await recorded(replies, async (agent) => {
        const run = agent.chat('filter')
        await flush()
        void agent.chat('only the open ones', { onBusy: 'steer' })
        const later = agent.chat('thanks', { onBusy: 'queue' })
        go()
        await run
        await later
        await agent.runTool('filter', { status: 'all' })
        await agent.undo(agent.history.messages.find((m) => m.role === 'tool')?.id ?? '')
      })
      expect(recording.runs.map(({ kind }) => kind)).toEqual(['chat', 'chat', 'tool', 'undo'])
      expect(recording.runs[1]?.during?.run).toBe(recording.runs[0]?.id)
      const agent = createOrders(repliesOf(recording))
      const { drift } = await play(recording, agent, { level: 'prompt' })
      expect(drift).toEqual([])
      const said = agent.history.messages.filter((m) => m.role === 'user' && !m.source)
      expect(said.map((m) => 'content' in m && m.content)).toEqual([
        'filter',
        'only the open ones',
        'thanks',
      ])
      expect([...agent.calls.getState().values()].map(({ undo }) => undo?.status)).toContain(
        'undone',
      )
    })

    it('edits, regenerates and tries again', async () => {
      const broken = new ModelError('No.', { kind: 'bad_request', isRetryable: false })
      const replies: Reply[] = ['One.', 'Two.', 'Three.', { refuse: broken }, 'Four.']
      const recording = await recorded(replies, async (agent) => {
        await agent.chat('first')
        const [first] = agent.history.messages
        await agent.chat('first, better', { replaces: first?.id ?? '' })
        await agent.resume({
          from: agent.history.messages.findLast(({ role }) => role === 'user')?.id,
        })
        await agent.chat('second').catch(() => undefined)
        await agent.resume()
      })
      expect(recording.runs.map(({ kind }) => kind)).toEqual([
        'chat',
        'edit',
        'regenerate',
        'chat',
        'retry',
      ])
      const agent = createOrders(repliesOf(recording))
      expect((await play(recording, agent, { level: 'prompt' })).drift).toEqual([])
      expect(agent.history.messages.map((m) => 'content' in m && m.content)).toEqual([
        'first, better',
        'Three.',
        'second',
        'Four.',
      ])
      expect(agent.history.all).toHaveLength(7)
    })

    it('cancels at the same text of a reply', async () => {
      const replies: Reply[] = [{ text: 'Half of', hang: true }, 'Whole.']
      const recording = await recorded(replies, async (agent) => {
        const run = agent.chat('tell')
        await vi.waitFor(() => expect(agent.getState().draft?.content).toContain('Half of'))
        run.cancel({ kind: 'user' })
        await run.catch(() => undefined)
        await agent.chat('again')
      })
      expect(recording.runs[0]).toMatchObject({ status: 'cancelled', cancelled: { kind: 'user' } })
      const agent = createOrders(repliesOf(recording))
      expect((await play(recording, agent, { level: 'prompt' })).drift).toEqual([])
      expect(agent.history.messages[1]).toMatchObject({ content: 'Half of' })
    })

    it('cancels while a user is asked', async () => {
      const recording = await recorded(refunding, async (agent) => {
        const run = agent.chat('refund')
        const stop = answerAs(agent, () => run.cancel({ kind: 'user' }))
        await run.catch(() => undefined)
        stop()
      })
      expect(recording.runs[0]?.cancelled?.after).toEqual({ event: 'pending_added', nth: 1 })
      expect(await playedWith(recording, {}, { level: 'results' })).toEqual([])
    })

    it('begins a new session', async () => {
      const recording = await recorded(['One.', 'Two.'], async (agent) => {
        await agent.chat('first')
        await agent.sessions.create()
        await agent.chat('second')
      })
      const agent = createOrders(repliesOf(recording))
      expect((await play(recording, agent, { level: 'prompt' })).drift).toEqual([])
      expect(agent.history.messages).toHaveLength(2)
    })
  })

  it('5 leaves the replies of a chat to the chat while an undo starts in it', async () => {
    let go = (): void => undefined
    const gate = new Promise<void>((resolve) => (go = resolve))
    const replies: Reply[] = [
      calls(call('filter', { status: 'open' })),
      { gate, text: 'Filtered.' },
    ]
    const recording = await recorded(replies, async (agent) => {
      const run = agent.chat('filter')
      const isUndoable = (): boolean => agent.calls.canUndo(run.id)
      await vi.waitFor(() => expect(isUndoable()).toBe(true))
      await flush()
      await agent.undo(agent.history.messages.at(-1)?.id ?? '')
      go()
      await run
    })
    expect(recording.runs.map(({ kind }) => kind)).toEqual(['chat', 'undo'])
    expect(recording.runs[1]?.during?.after).toEqual({ event: 'request_started', nth: 2 })
    expect(await playedWith(recording, {}, { level: 'results' })).toEqual([])
  })

  it('5 leaves to a handler what a handler started', async () => {
    const add = (agent: App): App => {
      agent.scopes.register(new Scope({ name: 'undoing', tools: [undoTool(agent)] }))
      return agent
    }
    const agent = add(
      createOrders([
        calls(call('filter', { status: 'open' })),
        'Done.',
        calls(call('undo_last')),
        'Undone.',
      ]),
    )
    const recorder = record(agent)
    const stop = answerAs(agent)
    await agent.chat('filter')
    await agent.chat('undo it')
    stop()
    const { recording } = recorder
    expect(recording.runs[2]).toMatchObject({ kind: 'undo', parent: recording.runs[1]?.id })
    const { drift } = await play(recording, add(createOrders(repliesOf(recording))), {
      level: 'results',
    })
    expect(drift).toEqual([])
  })

  it('6 does not mind other ids and times, and leaves out the paths in `ignore`', async () => {
    const recording = await refund()
    expect(await playedWith(recording, {}, { level: 'results' })).toEqual([])
    const other = { shown: 2 }
    expect(await playedWith(recording, other, { level: 'results' })).toHaveLength(1)
    const ignore = ['filter.shown']
    expect(await playedWith(recording, other, { level: 'results', ignore })).toEqual([])
    expect(await playedWith(recording, other)).toEqual([])
  })

  it('7 says which request has no reply', async () => {
    const recording = await refund()
    const [run] = recording.runs
    const runs = [{ ...run, requests: run?.requests.slice(0, 2) }]
    const cut = { ...recording, runs } as Recording
    const agent = createOrders(repliesOf(cut))
    const { drift } = await play(cut, agent)
    expect(drift).toEqual([
      'run 1: was completed, is failed: Request 3 of run 1 has no reply: in the recording there were 2. The agent now asks the model once more than when it was recorded.',
    ])
  })

  it('7 gives each run its own replies, whatever the run before did', async () => {
    const recording = await recorded([...refunding, 'Bye.'], async (agent) => {
      const stop = answerAs(agent)
      await agent.chat('refund')
      await agent.chat('bye')
      stop()
    })
    const agent = createOrders(repliesOf(recording), { limits: { iterations: 1 } })
    const { drift } = await play(recording, agent)
    expect(drift.filter((line) => line.startsWith('run 2'))).toEqual([])
    expect(agent.history.messages.at(-1)).toMatchObject({ content: 'Bye.' })
  })

  describe('8 says in words which tools', () => {
    it('are on or off, and why', async () => {
      const recording = await refund()
      expect(await playedWith(recording, { role: 'viewer' }, { level: 'tools' })).toEqual([
        'run 1, request 1: tool "refund" is off for another reason: was "Open an order first", is "Your role may not refund"',
        'run 1, request 2: tool "refund" was on, is off: Your role may not refund (and in 1 later request)',
        expect.stringMatching(
          /^run 1, call 2 \(refund\): was ok, is disabled: .*Your role may not/,
        ),
      ])
    })

    it('are gone and new', async () => {
      const drift = await playedWith(await refund(), { filterName: 'set_filter' })
      expect(drift).toContain('run 1, request 1: tool "filter" is gone (and in 2 later requests)')
      expect(drift).toContain(
        'run 1, request 1: tool "set_filter" is new (and in 2 later requests)',
      )
    })

    it('take other arguments', async () => {
      const drift = await playedWith(await refund(), { statuses: ['all', 'open', 'late'] })
      expect(drift).toEqual([
        'run 1, request 1: tool "filter" takes other arguments: status.enum.2 is new: "late" (and in 2 later requests)',
      ])
    })

    it('are described otherwise, at the level `prompt`', async () => {
      const recording = await refund()
      const other = { description: 'Filter by status.' }
      expect(await playedWith(recording, other)).toEqual([])
      expect(await playedWith(recording, other, { level: 'prompt' })).toEqual([
        'run 1, request 1: tool "filter" is described otherwise: was "Filter.", is "Filter by status." (and in 2 later requests)',
      ])
    })
  })

  it('9 shows the differences of results by their paths', async () => {
    const drift = await playedWith(await refund(), { shown: 2 }, { level: 'results' })
    expect(drift).toEqual(['run 1, call 1 (filter): result.shown was 1, is 2'])
  })

  it('10 says that a user is asked now, or not any more', async () => {
    const recording = await refund()
    expect(await playedWith(recording, { asksForFilter: true })).toEqual([
      'run 1, call 1 (filter): a user is asked now, was not (cause: tool)',
    ])
    expect(await playedWith(recording, { refundEffect: 'write' })).toEqual([
      'run 1, call 2 (refund): a user was asked, is not asked any more',
    ])
  })

  it('11 gives the text of the recording with what came out now', async () => {
    const recording = await refund()
    const same = await play(recording, createOrders(repliesOf(recording)))
    expect(JSON.parse(same.text)).toEqual(recording)
    const changes: Changes = { role: 'viewer', filterName: 'filter', shown: 7 }
    const { text } = await play(recording, createOrders(repliesOf(recording), changes))
    const updated: Recording = JSON.parse(text)
    expect(updated.runs[0]?.id).toBe(recording.runs[0]?.id)
    expect(await playedWith(updated, changes, { level: 'prompt' })).toEqual([])
    expect(await playedWith(updated)).not.toEqual([])
  })

  it('17 plays the faults that were tried again', async () => {
    const busy = new ModelError('Busy.', { kind: 'overloaded', isRetryable: true, retryAfterMs: 1 })
    const recording = await recorded([{ refuse: busy }, 'Here.'], (agent) => agent.chat('hello'))
    expect(recording.runs[0]?.requests[0]?.faults).toMatchObject([{ kind: 'overloaded' }])
    const agent = createOrders(repliesOf(recording))
    const { drift, recording: now } = await play(recording, agent)
    expect(drift).toEqual([])
    expect(now.runs[0]?.requests[0]?.faults).toMatchObject([{ kind: 'overloaded' }])
  })
})
