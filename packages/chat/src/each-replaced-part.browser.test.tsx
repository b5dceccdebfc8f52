import { type Agent, type AgentOptions, createAgent } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { AgentProvider } from '@ambit/react'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadStyles, renderCopilot, tool } from '../test/render-copilot.tsx'
import { say } from '../test/say.ts'
import { Chat, type CopilotProps } from './index.ts'
import type { ReplacedParts } from './replaced-parts.ts'

/** How a part comes into view. */
interface Way {
  /** The props that the part gets, at least. */
  readonly given: object
  /** What the part itself shows. Undefined for one that comes before the code of a boundary. */
  readonly itself?: () => Locator
  readonly replies?: readonly Reply[]
  readonly options?: Partial<AgentOptions>
  readonly props?: CopilotProps
  /** What happens before the part is shown. */
  readonly act?: (agent: Agent) => unknown
  /** What happens after the own component has thrown, and before the part is shown. */
  readonly then?: () => unknown
  /** True for a part that parts of an own arrangement show by themselves. */
  readonly isInner?: boolean
}

const write = tool('write', (_, { artifact }) => {
  artifact({ id: 'r', type: 'text', title: 'Report', data: 'Sold 7.' })
  return 'Written.'
})
const pay = tool('pay', () => 'paid', { approval: true })
const hi = () => say('Hi')
const answer: Reply = { reasoning: 'They greet.', text: 'Hello there.' }
const button = (name: string) => page.getByRole('button', { name, exact: true })

const ways: Record<keyof ReplacedParts, Way> = {
  Abilities: {
    given: {},
    act: () => button('What it can do here').click(),
    itself: () => page.getByText('On this page it can only talk.'),
  },
  Artifact: {
    given: { artifact: expect.objectContaining({ title: 'Report' }) },
    replies: [calls(call('write')), 'Done.'],
    options: { tools: [write] },
    act: hi,
    itself: () => page.getByRole('region', { name: 'Report' }),
    isInner: true,
  },
  Call: {
    given: { id: expect.any(String) },
    replies: [calls(call('write')), 'Done.'],
    options: { tools: [write] },
    act: hi,
    itself: () => page.getByRole('group', { name: 'Write' }),
    isInner: true,
  },
  Composer: {
    given: { dictation: true },
    props: { composer: { dictation: true } },
    itself: () => page.getByRole('textbox', { name: 'Message' }),
  },
  Empty: {
    given: { start: { greeting: 'Welcome.' } },
    props: { start: { greeting: 'Welcome.' } },
    itself: () => page.getByText('Welcome.'),
  },
  Header: { given: { children: expect.anything() } },
  Launcher: { given: {}, props: { defaultOpen: false }, isInner: true },
  Markdown: {
    given: { text: 'Hello there.' },
    replies: [answer],
    act: hi,
    itself: () => page.getByRole('log').getByText('Hello there.'),
    isInner: true,
  },
  Marks: {
    given: { touched: true, strip: true },
    props: { defaultOpen: false },
    replies: [{ text: 'Once', hang: true }],
    act: (agent) => void agent.chat('Hi').catch(() => undefined),
    itself: () => button('Stop'),
  },
  Menu: { given: {}, itself: () => button('More') },
  Message: {
    given: { id: expect.any(String) },
    replies: [answer],
    act: hi,
    itself: () => page.getByRole('article', { name: 'Assistant' }),
    isInner: true,
  },
  Meter: {
    given: { model: 'Small' },
    props: { meter: { model: 'Small' } },
    itself: () => page.getByText('Small'),
  },
  Outside: {
    given: {},
    options: { tools: [write] },
    act: (agent) => agent.runTool('write', {}, { source: 'webmcp', history: 'note' }),
    itself: () => page.getByText('1 call by an agent outside this page'),
    isInner: true,
  },
  Pending: {
    given: {},
    replies: [calls(call('pay'))],
    options: { tools: [pay] },
    // An own component that takes no answer means that nobody can.
    then: hi,
    itself: () => page.getByRole('group', { name: 'Allow “Pay”?' }),
    isInner: true,
  },
  Problem: {
    given: {},
    replies: [{ error: new Error('down') }],
    act: hi,
    itself: () => button('Copy details'),
    isInner: true,
  },
  Queue: {
    given: {},
    replies: [{ text: 'Once', hang: true }],
    act: async () => {
      await hi()
      await expect.element(button('Stop')).toBeVisible()
      await say('Later')
    },
    itself: () => page.getByText('Waiting for its turn').first(),
    isInner: true,
  },
  Reasoning: {
    given: { text: 'They greet.' },
    replies: [answer],
    act: hi,
    itself: () => page.getByText('Reasoning'),
    isInner: true,
  },
  Sessions: {
    given: {},
    options: { storage: memoryStorage() },
    act: () => button('Conversations').click(),
    itself: () => button('New conversation'),
  },
  Status: {
    given: {},
    replies: [{ text: 'Once', hang: true }],
    act: hi,
    itself: () => page.getByRole('status').getByText('Working'),
    isInner: true,
  },
  Suggestions: {
    given: { start: expect.any(Function) },
    props: { start: () => ({ suggestions: ['What is new?'] }) },
    replies: [answer],
    act: hi,
    itself: () => button('What is new?'),
  },
  Transcript: { given: {}, itself: () => page.getByRole('region', { name: 'Conversation' }) },
  View: { given: { name: 'sessions', button: true }, itself: () => button('What it can do here') },
}

/** Returns a component in place of a part, which throws once its button was pressed. */
function ownPart() {
  const own: object[] = []
  function Own(props: object): ReactElement {
    own.push(props)
    const [isBroken, setBroken] = useState(false)
    if (isBroken) throw new Error('broken')
    return <button onClick={() => setBroken(true)}>Break</button>
  }
  return { Own, own }
}

async function renderOwnArrangement(name: string, Own: object, way: Partial<Way> = {}) {
  await page.viewport(1000, 700)
  sessionStorage.clear()
  await loadStyles()
  const model = scriptedModel(way.replies ?? [])
  const agent = createAgent({ model, request: { retry: { max: 0 } }, ...way.options })
  await render(
    <AgentProvider agent={agent}>
      <Chat.Root parts={{ [name]: Own }}>
        <Chat.Popup defaultOpen {...way.props}>
          <Chat.Header />
          <Chat.Transcript />
          <Chat.Composer />
        </Chat.Popup>
      </Chat.Root>
    </AgentProvider>,
  )
  return agent
}

/** Expects the own component with the props of the part, and the part itself once that throws. */
async function expectReplaced({ given, itself, act, then }: Way, own: object[], agent: Agent) {
  const hint = vi.spyOn(console, 'warn')
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    hint.mockRestore()
    error.mockRestore()
  })
  await act?.(agent)
  await expect.element(button('Break').first()).toBeVisible()
  await expect.poll(() => own).toContainEqual(expect.objectContaining(given))
  expect(hint).not.toHaveBeenCalledWith(expect.stringContaining('There is no'))
  if (!itself) return
  for (let left = 20; left > 0 && button('Break').elements().length > 0; left--) {
    await button('Break').first().click()
  }
  await then?.()
  await expect.element(itself().first()).toBeVisible()
}

describe('a part that is replaced', () => {
  it.each(Object.entries(ways))(
    'is shown in Copilot with its props, and itself where it throws: %s',
    async (name, way) => {
      const { Own, own } = ownPart()
      const props = { ...way.props, parts: { [name]: Own } }
      const { agent } = await renderCopilot(way.replies ?? [], props, way.options)
      await expectReplaced(way, own, agent)
    },
  )

  it.each(Object.entries(ways).filter(([, { isInner }]) => isInner))(
    'is shown in an arrangement of parts, too: %s',
    async (name, way) => {
      const { Own, own } = ownPart()
      const agent = await renderOwnArrangement(name, Own, way)
      await expectReplaced(way, own, agent)
    },
  )

  it('is the header in a browser that is too old, too', async () => {
    const { canParse } = URL
    onTestFinished(() => void (URL.canParse = canParse))
    Reflect.deleteProperty(URL, 'canParse')
    const { Own } = ownPart()
    await renderOwnArrangement('Header', Own)
    await expect.element(page.getByText(/^This browser is too old/)).toBeVisible()
    await expect.element(button('Break')).toBeVisible()
  })
})
