import { type Agent, createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, type ScriptedCall, scriptedModel } from '@ambit/testing'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { canPress } from '../tools/can-press.ts'
import { useTool } from '../tools/use-tool.ts'
import { holdRequests } from './held-requests.ts'
import { PageTools } from './page-tools.ts'
import { untilUsable } from './target.ts'
import { type PageToolsOptions, UsedPage } from './used-page.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

interface Setup {
  readonly page: ReactNode
  readonly options?: PageToolsOptions
  /** The calls of the model, each made from the text of the page. */
  readonly acts?: readonly ((text: string) => ScriptedCall | ScriptedCall[])[]
  readonly answer?: 'approve' | 'deny' | 'wait'
  /** Called while a question stands. */
  readonly onCard?: () => void
}

/** Lets a model load the page and act on it, and answers what it asks. */
async function use({ page, options = {}, acts = [], answer = 'approve', onCard }: Setup) {
  const texts: string[] = []
  const model = scriptedModel([
    calls(call('load_scope', { name: 'page' })),
    ...acts.map((act) => (request: { readonly prompt: unknown }) => {
      texts.push(textOf(request.prompt))
      return calls(...[act(texts.at(-1) ?? '')].flat())
    }),
    (request: { readonly prompt: unknown }) => {
      texts.push(textOf(request.prompt))
      return 'Done.'
    },
  ])
  const agent = createAgent({ model })
  const cards: string[] = []
  agent.pending.attach()
  agent.on('agent:pending_added', ({ pending }) => {
    if (pending.kind !== 'approval') return
    cards.push(`${pending.sentence}`)
    if (answer === 'wait') return
    queueMicrotask(() => {
      onCard?.()
      agent.pending[answer](pending.id)
    })
  })
  const screen = await render(
    <AgentProvider agent={agent}>
      <PageTools root="main" {...options} />
      <main>{page}</main>
    </AgentProvider>,
  )
  const { runId } = await agent.chat('Go')
  return { agent, runId, cards, screen, texts, answers: answersOf(agent) }
}

const answersOf = ({ history }: Agent) =>
  history.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .filter(({ name }) => name !== 'load_scope')
    .map(({ status, content }) => ({ status, content }))

/** Returns the text of the page in a prompt. */
function textOf(prompt: unknown): string {
  const all = JSON.stringify(prompt).replaceAll('\\\\n', '\n').replaceAll('\\\\\\"', '"')
  return all.slice(all.lastIndexOf('<scope-context'))
}

/** Returns the ref before some words in the text of the page. */
function refOf(text: string, words: string): string {
  const before = text.slice(0, text.indexOf(words))
  const found = [...before.matchAll(/\{(e\d+) /g)].at(-1)?.[1]
  if (!found || !text.includes(words)) throw new Error(`There is no ref of ${words} in ${text}`)
  return found
}

const pressing = (words: string) => (text: string) => call('press', { ref: refOf(text, words) })

const Html = ({ children }: { children: string }) => (
  <div dangerouslySetInnerHTML={{ __html: children }} />
)

describe('the text of the page', () => {
  it('R109 has what a user sees, and a ref for each control', async () => {
    const { texts } = await use({
      page: (
        <Html>{`<h1>Orders</h1><p>Seven are open.</p>
        <label>Search <input value="abc"></label><label><input type=checkbox checked> Open only</label>
        <select aria-label="State"><option>Open<option selected>Shipped</select>
        <table aria-label="All orders"><tr><th>Id<th>Total<th></tr><tr><td>A-1<td>5 €<td><button>Refund</button></tr>
        <tr><td>A-2<td>7 €<td><button disabled>Refund</button></tr></table>
        <ul><li>One <a href="/one">Open it</a></ul><a href="https://example.com/x">Docs</a><img alt="A cat" width=5 height=5 src="data:,">`}</Html>
      ),
    })
    const [text = ''] = texts
    expect(text).toContain('# Orders')
    expect(text).toContain('Seven are open.')
    expect(text).toMatch(/\{e\d+ textbox "Search"\}/)
    expect(text).toMatch(/\{e\d+ checkbox "Open only" \[checked\]\}/)
    expect(text).toMatch(/\{e\d+ combobox "State" \(Open \| Shipped\)\}/)
    expect(text).toMatch(/A-1 \| 5 € \| \{e\d+ button "Refund"\}/)
    expect(text).toMatch(/A-2 \| 7 € \| \{e\d+ button "Refund" \[disabled\]\}/)
    expect(text).toMatch(/- One \{e\d+ link "Open it"\}/)
    expect(text).toMatch(/\{e\d+ link "Docs" to example.com\}/)
    expect(text).toContain('[image: A cat]')
  })

  it('R109 has nothing that a user does not see', async () => {
    const hidden = [
      'style="display:none"',
      'style="opacity:0"',
      'style="opacity:.05"',
      'style="position:absolute;left:-9999px"',
      'style="position:absolute;top:-9999px"',
      'style="text-indent:-9999px;overflow:hidden;white-space:nowrap"',
      'style="font-size:0"',
      'style="visibility:hidden"',
      'style="height:0;overflow:hidden"',
      'style="width:1px;height:1px;overflow:hidden;position:absolute"',
      'style="clip-path:inset(100%)"',
      'style="color:transparent"',
      'style="color:rgba(0,0,0,0.01)"',
      'style="position:fixed;left:200vw"',
      'hidden',
      'inert',
      'data-ambit-private',
      'data-ambit-ui',
      'class="secret"',
      'class="ambit-chat"',
    ]
    const { texts, answers } = await use({
      page: (
        <Html>{`${hidden.map((how, at) => `<p ${how}>HIDDEN${at}</p>${/color|font|indent/.test(how) ? '' : `<div ${how}><button>HIDDEN${at}</button></div>`}`).join('')}<details><summary>More</summary>HIDDENX</details><ul><li>Row <span hidden>HIDDENY</span><b style="opacity:0">HIDDENZ</b> <button>Press</button></li></ul><p>Seen</p>`}</Html>
      ),
      options: { hide: '.secret' },
      acts: [pressing('"Press"')],
    })
    expect(texts[0]).toContain('Seen')
    expect(texts[0]).toContain('"More"')
    expect(texts[0]?.match(/HIDDEN\w*/g)).toBeNull()
    expect(answers[0]?.content).toContain(String.raw`in listitem \"Row\"`)
    expect(answers[0]?.content).not.toContain('HIDDEN')
  })

  it('has the words as the page has them, without what nobody sees in them', async () => {
    const family = '\u{1F468}\u200D\u{1F469}'
    const { texts } = await use({
      page: (
        <p>{`\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 ${family} a\u{E0041}\u200B\u200D b`}</p>
      ),
    })
    expect(texts[0]).toContain(`\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645 ${family} a b`)
  })

  it('R109 has no secret of a field, in no name, and values only if they are allowed', async () => {
    const page = (
      <Html>{`<label>Password <input type=password value="s3cret"></label><label>Card <input autocomplete="section-x cc-number" value="4111"></label>
      <label>Code <input autocomplete="one-time-code" value="123456"></label><input type=text autocomplete="current-password" value="s3cret">
      <label>Masked <input style="-webkit-text-security:disc" value="s3cret"></label>
      <label for=second>Of <input id=first type=password value="s3cret" aria-label="Hidden"></label><input id=second value="mine">
      <label>Name <input value="Ada"></label>`}</Html>
    )
    const { texts } = await use({ page })
    expect(texts[0]).not.toMatch(/s3cret|4111|123456|"Ada"|mine/)
    expect(texts[0]?.match(/only the user fills in/g)).toHaveLength(6)
    document.body.replaceChildren()
    const all = await use({ page, options: { allow: ['read', 'values'] } })
    expect(all.texts[0]).not.toMatch(/s3cret|4111|123456/)
    expect(all.texts[0]).toContain('"Name" = "Ada"')
  })

  it('R109 has no key that the page repeats, and all words that are none', async () => {
    const { texts, answers } = await use({
      page: (
        <Html>{`<label>API key <input value="sk-12345"></label><pre>curl -H sk-12345</pre>
        <button>Copy sk-12345</button><label>auth-bearer-value <input value="abc123"></label>
        <label>Token name <input value="orders"></label><p>All orders</p>
        <button><svg width=9 height=9><style>.a { fill: red }</style></svg></button>`}</Html>
      ),
      options: { allow: ['read', 'values', 'press'] },
      acts: [pressing('button "Copy')],
    })
    expect(texts[0]).toContain('curl -H …')
    expect(texts[0]).toContain('All orders')
    expect(JSON.stringify([texts, answers])).not.toMatch(/sk-12345|abc123|fill: red/)
  })

  it('is that of a modal dialog while one is open', async () => {
    const Page = () => (
      <>
        <button type="button">Behind</button>
        <dialog ref={(dialog) => void (dialog?.isConnected && !dialog.open && dialog.showModal())}>
          <h2>Sure?</h2>
          <button type="button">Yes</button>
        </dialog>
      </>
    )
    const { texts } = await use({ page: <Page /> })
    expect(texts[0]).toContain('"Yes"')
    expect(texts[0]).not.toContain('Behind')
  })

  it('has what is in open shadow roots and in frames of the same origin', async () => {
    let pressed = ''
    const fillHost = (host: HTMLElement | null) => {
      if (!host || host.shadowRoot) return
      const root = host.attachShadow({ mode: 'open' })
      root.innerHTML = '<button aria-expanded=false>In shadow</button><slot></slot>'
      root.querySelector('button')?.addEventListener('click', () => (pressed += 'shadow '))
    }
    const fillFrame = (frame: HTMLIFrameElement | null) => {
      const body = frame?.contentDocument?.body
      if (!body) return
      body.innerHTML = '<button aria-expanded=false>In frame</button>'
      body.querySelector('button')?.addEventListener('click', () => (pressed += 'frame'))
    }
    const { texts, answers } = await use({
      page: (
        <>
          <div ref={fillHost}>Slotted</div>
          <iframe ref={fillFrame} title="Frame" sandbox="allow-same-origin" />
        </>
      ),
      acts: [pressing('"In shadow"'), pressing('"In frame"')],
    })
    expect(texts[0]).toContain('Slotted')
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(pressed).toBe('shadow frame')
  })

  it('asks for each style a few times, however many controls a row of a large page has', async () => {
    const row = `<tr>${'<td>Text <button type=button>Do</button></td>'.repeat(20)}</tr>`
    const asked = vi.spyOn(window, 'getComputedStyle')
    const { texts } = await use({ page: <Html>{`<table>${row.repeat(500)}</table>`}</Html> })
    expect(document.querySelectorAll('*').length).toBeGreaterThan(20_000)
    expect(texts[0]).toContain('read_more')
    // The elements of one part, each for its sight, its display, its text and its name.
    expect(asked.mock.calls.length).toBeLessThan(2_500 * 8)
  })

  it('ends where it is long, and goes on after a ref', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, at) => `<li>Item ${at} <button type=button>Open ${at}</button></li>`,
    )
    const { texts, answers } = await use({
      page: <Html>{`<ul>${rows.join('')}</ul>`}</Html>,
      options: { maxChars: 2_000 },
      acts: [
        (text) =>
          call('read_more', {
            after: /read_more\(\{ .{1,4}after.{1,6}?(e\d+)/.exec(text)?.[1] ?? '',
          }),
      ],
    })
    expect(texts[0]).toContain('Item 0 ')
    expect(texts[0]).not.toContain('Item 299 ')
    const last = Number([...(texts[0] ?? '').matchAll(/Open (\d+)"/g)].at(-1)?.[1])
    expect(answers[0]?.status).toBe('ok')
    expect(answers[0]?.content).toContain(`Open ${last + 1}\\"`)
    expect(answers[0]?.content).not.toContain(`Open ${last}\\"`)
  })
})

describe('a press', () => {
  it('R109 asks, except for what only shows something else', async () => {
    const log: string[] = []
    const Page = () => (
      <>
        <button type="button" onClick={() => log.push('refund')}>
          Refund
        </button>
        <button type="button" aria-expanded="false" onClick={() => log.push('more')}>
          More
        </button>
        <label>
          <input type="checkbox" onChange={() => log.push('check')} /> Mine
        </label>
        <form onSubmit={(event) => (event.preventDefault(), log.push('save'))}>
          <button>Save</button>
        </form>
      </>
    )
    const { cards, answers } = await use({
      page: <Page />,
      acts: ['"Refund"', '"More"', '"Mine"', '"Save"'].map(pressing),
    })
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(log).toEqual(['refund', 'more', 'check', 'save'])
    expect(cards).toEqual(['Press “Refund”?', 'Press “Save”?'])
  })

  it('R109 is for the row that was read: another row in its place is stale', async () => {
    const removed: string[] = []
    let show: (ids: string[]) => void = () => undefined
    const Rows = () => {
      const [ids, setIds] = useState(['A-1', 'A-2'])
      show = setIds
      return (
        <ul>
          {ids.map((id, at) => (
            // eslint-disable-next-line react/no-array-index-key
            <li key={at}>
              {id}{' '}
              <button type="button" onClick={() => removed.push(id)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )
    }
    const change = () => flushSync(() => show(['B-9', 'A-1']))
    const early = await use({
      page: <Rows />,
      acts: [(text) => (change(), pressing('"Remove"')(text))],
    })
    expect(early.answers[0]?.status).toBe('stale')
    document.body.replaceChildren()
    const late = await use({ page: <Rows />, acts: [pressing('"Remove"')], onCard: change })
    expect(late.cards).toHaveLength(1)
    expect(late.answers[0]?.status).toBe('stale')
    expect(removed).toEqual([])
  })

  it.each(['tr', 'div'])(
    'R109 is for the row that was read, also where only its fields tell it (%s)',
    async (row) => {
      const [open, close] = row === 'tr' ? ['<table><tr><td>', '</table>'] : ['<div>', '</div>']
      const { answers, cards } = await use({
        page: (
          <Html>{`${open}<input aria-label=Name value=Anna> <input aria-label=Price value=5> <button>Delete</button>${close}`}</Html>
        ),
        acts: [
          (text) => {
            const [price, button] = [refOf(text, '"Price"'), refOf(text, '"Delete"')]
            const name = document.querySelector('input')
            if (name) name.value = 'Zoe'
            return [call('fill', { ref: price, text: '9' }), call('press', { ref: button })]
          },
        ],
      })
      expect(answers.map(({ status }) => status)).toEqual(['stale', 'stale'])
      expect(cards).toEqual([])
      expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual([
        'Zoe',
        '5',
      ])
    },
  )

  it('R109 is stale once the user has changed a field beside it', async () => {
    const pressed = vi.fn()
    const { answers, cards } = await use({
      page: (
        <div>
          <p>Deletes an order.</p>
          <input aria-label="Number" defaultValue="7" />
          <button onClick={pressed}>Execute</button>
        </div>
      ),
      acts: [pressing('button "Execute')],
      onCard: () => {
        const field = document.querySelector('input')
        if (field) field.value = '8'
      },
    })
    expect(cards).toHaveLength(1)
    expect(answers).toMatchObject([{ status: 'stale' }])
    expect(pressed).not.toHaveBeenCalled()
  })

  it('goes on in a row in which the agent has just filled a field', async () => {
    const Cart = () => {
      const [count, setCount] = useState('1')
      const [all, setAll] = useState('')
      return (
        <ul>
          <li>
            Tea{' '}
            <input aria-label="Count" value={count} onChange={(e) => setCount(e.target.value)} />{' '}
            <button type="button" onClick={() => setAll(count)}>
              Update
            </button>
            {all && ` updated to ${all}`}
          </li>
        </ul>
      )
    }
    const { answers, screen } = await use({
      page: <Cart />,
      acts: [
        (text) => [
          call('fill', { ref: refOf(text, '"Count"'), text: '3' }),
          call('press', { ref: refOf(text, '"Update"') }),
        ],
      ],
    })
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(screen.container.textContent).toContain('Update updated to 3')
  })

  it('R109 goes on in no other row that has come to stand there, and undoes nothing in it', async () => {
    const removed: string[] = []
    const Sorted = () => {
      const [rows, setRows] = useState([
        ['Ben', '5'],
        ['Anna', '1'],
      ] as [string, string][])
      const sorted = rows.toSorted((a, b) => b[1].localeCompare(a[1]) || a[0].localeCompare(b[0]))
      const put = (name: string, to: string) =>
        setRows(rows.map(([each, amount]) => [each, each === name ? to : amount]))
      return (
        <table>
          <tbody>
            {sorted.map(([name, amount], at) => (
              // eslint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <td>{name}</td>
                <td>
                  <input
                    aria-label={`Amount ${at}`}
                    value={amount}
                    onChange={(event) => put(name, event.target.value)}
                  />
                  <button type="button" onClick={() => removed.push(name)}>{`Remove ${at}`}</button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )
    }
    const { agent, runId, answers } = await use({
      page: <Sorted />,
      acts: [
        (text) => [
          call('fill', { ref: refOf(text, '"Amount 1"'), text: '5' }),
          call('press', { ref: refOf(text, '"Remove 1"') }),
        ],
      ],
    })
    expect(answers[1]?.status).toBe('stale')
    expect(removed).toEqual([])
    const { undone } = await agent.undo(runId)
    expect(undone).toEqual([])
    expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['5', '5'])
  })

  it('of Enter is that of the button of the form, and of no form that a user could not send', async () => {
    const sent: unknown[] = []
    const hear = (event: SubmitEvent): void => {
      event.preventDefault()
      sent.push((event.submitter as HTMLButtonElement | null)?.value)
    }
    addEventListener('submit', hear)
    onTestFinished(() => removeEventListener('submit', hear))
    const entering = (name: string) => (text: string) =>
      call('press_key', { ref: refOf(text, name), key: 'Enter' })
    const { answers } = await use({
      page: (
        <Html>{`<form><input aria-label=One><button value=save>Save</button></form>
          <form><input aria-label=Two><button value=no disabled>Save</button></form>
          <form><input aria-label=Three><input aria-label=Four></form>
          <form><input aria-label=Five></form><input type=number aria-label=Six>`}</Html>
      ),
      acts: [
        ...['"One"', '"Two"', '"Three"', '"Five"'].map(entering),
        (text) => call('press_key', { ref: refOf(text, '"Six"'), key: 'ArrowUp' }),
      ],
    })
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok', 'error'])
    expect(sent).toEqual(['save', undefined])
  })

  it('reaches what stands at an edge, below a footer of the page', async () => {
    const { answers } = await use({
      page: (
        <Html>{`<div style="height:2000px"></div><button aria-expanded=false>More</button><div style="height:2000px"></div>
          <div style="position:fixed;bottom:0;left:0;right:0;height:120px;background:white">Footer</div>`}</Html>
      ),
      acts: [pressing('"More"')],
    })
    expect(answers[0]?.status).toBe('ok')
  })

  it('does not reach what is covered, inert or disabled', async () => {
    const log: string[] = []
    const cover = () => {
      const div = document.createElement('div')
      div.style.cssText = 'position:fixed;inset:0'
      document.body.append(div)
    }
    const Page = () => (
      <button type="button" aria-expanded="false" onClick={() => log.push('pressed')}>
        More
      </button>
    )
    const { answers } = await use({
      page: <Page />,
      acts: [(text) => (cover(), pressing('"More"')(text))],
    })
    expect(answers[0]).toMatchObject({ status: 'disabled' })
    expect(answers[0]?.content).toContain('something is in front of it')
    expect(log).toEqual([])
  })

  it('R109 answers nothing that waits for the user, wherever the page shows it', async () => {
    const answered = vi.fn()
    const Page = () => {
      useTool({ name: 'pay', description: 'Pays.', effect: 'destructive', handler: () => 'paid' })
      return (
        <button type="button" aria-expanded="false" onClick={answered}>
          Allow
        </button>
      )
    }
    const { agent, texts } = await use({ page: <Page />, answer: 'wait' })
    const waiting = agent.runTool('pay')
    await vi.waitFor(() => expect(agent.pending.getState().items).toHaveLength(1))
    const press = agent.runTool('press', { ref: refOf(texts[0] ?? '', '"Allow"') })
    await expect(press).rejects.toThrow('something waits for the user')
    expect(answered).not.toHaveBeenCalled()
    for (const { id } of agent.pending.getState().items) agent.pending.approve(id)
    await expect(waiting).resolves.toBe('paid')
  })

  it('asks or does not as the application says', async () => {
    const { cards } = await use({
      page: (
        <>
          <button type="button">Next</button>
          <button type="button" aria-expanded="false">
            Delete all
          </button>
        </>
      ),
      options: {
        asks: ({ name }) =>
          name === 'Next' ? false : name.startsWith('Delete') ? true : undefined,
      },
      acts: [pressing('"Next"'), pressing('"Delete all"')],
    })
    expect(cards).toEqual(['Press “Delete all”?'])
  })

  it('R109 sends nothing that may change something without an answer', async () => {
    const sent = vi.fn(() => Promise.resolve(new Response('{}')))
    for (const answer of ['approve', 'deny'] as const) {
      sent.mockClear()
      vi.stubGlobal('fetch', sent)
      const onClick = async () => {
        await fetch('/api/list')
        await fetch('/api/orders/A-1', { method: 'DELETE' }).catch(() => undefined)
      }
      const { cards, answers } = await use({
        page: (
          <button type="button" aria-expanded="false" onClick={() => void onClick()}>
            Löschen
          </button>
        ),
        acts: [pressing('Löschen')],
        answer,
      })
      vi.unstubAllGlobals()
      expect(cards).toEqual(['Press button "Löschen" sends something. Allow it?'])
      expect(sent).toHaveBeenCalledTimes(answer === 'approve' ? 2 : 1)
      expect(answers[0]?.content.includes('did not allow')).toBe(answer === 'deny')
      document.body.replaceChildren()
    }
  })
  it('R109 is for what stands beside it, where a row has no role', async () => {
    const removed: string[] = []
    const change = () => document.querySelector('.card b')?.replaceChildren('Bob')
    const { cards, answers } = await use({
      page: <Html>{'<div class=card><b>Ada</b> <button onclick="">Remove</button></div>'}</Html>,
      acts: [(text) => (change(), pressing('"Remove"')(text))],
    })
    document.addEventListener('click', () => removed.push('Bob'), { once: true })
    expect(cards).toEqual([])
    expect(answers[0]?.status).toBe('stale')
    expect(removed).toEqual([])
  })

  it.each([
    ['a script that submits', 'onchange="this.form.requestSubmit()"', true],
    ['the browser', 'onchange="this.form.submit()"', false],
  ])('R109 holds what a form sends by %s', async (_by, change, isFetched) => {
    const sent = vi.fn(() => Promise.resolve(new Response('{}')))
    vi.stubGlobal('fetch', sent)
    onTestFinished(() => void vi.unstubAllGlobals())
    const onSubmit = (event: Event): void => {
      if (!isFetched) return
      event.preventDefault()
      void fetch('/api/save', { method: 'POST' }).catch(() => undefined)
    }
    addEventListener('submit', onSubmit)
    onTestFinished(() => removeEventListener('submit', onSubmit))
    const { cards } = await use({
      page: (
        <Html>{`<form method=post><input type=checkbox aria-label=Own ${change}></form>`}</Html>
      ),
      acts: [pressing('"Own"')],
      answer: 'deny',
    })
    expect(cards).toEqual(['Press checkbox "Own" sends something. Allow it?'])
    expect(sent).not.toHaveBeenCalled()
  })

  it('R109 sends a form as its button does, once the user allows it', async () => {
    document.body.innerHTML = `<form action="/wrong"><input name=action value=pay>
      <button name=what value=delete formmethod=post formaction="/right">Go</button></form>`
    const sent = vi.fn<(...said: unknown[]) => void>()
    const send = function (this: HTMLFormElement): void {
      sent(this.getAttribute('method'), this.getAttribute('action'), [...new FormData(this)])
    }
    const { prototype } = HTMLFormElement
    const own: unknown = Reflect.get(prototype, 'submit')
    Object.assign(prototype, { submit: send })
    // It is given back after `holdRequests` has given back this one.
    onTestFinished(() => void Object.assign(prototype, { submit: own }))
    const ask = vi.fn(async () => true)
    onTestFinished(holdRequests(ask))
    document.querySelector('button')?.click()
    const url = new URL('/right', location.href).href
    expect(ask).toHaveBeenCalledWith({ method: 'POST', url, body: 'action=pay&what=delete' })
    const all = [
      ['action', 'pay'],
      ['what', 'delete'],
    ]
    await vi.waitFor(() => expect(sent).toHaveBeenCalledWith('post', '/right', all))
    expect(document.querySelectorAll('form')).toHaveLength(1)
  })

  it('R109 sends such a form to its address also in a browser', async () => {
    document.body.innerHTML = `<iframe name=there></iframe><form action="/wrong" target=there>
      <button name=what value=delete formmethod=post formaction="/right">Go</button></form>`
    onTestFinished(holdRequests(async () => true))
    document.querySelector('button')?.click()
    const page = () => document.querySelector('iframe')?.contentWindow?.location.pathname
    await vi.waitFor(() => expect(page()).toBe('/right'), { timeout: 8_000 })
  })

  it('asks for a link that is a button, and closes a dialog of the browser', async () => {
    const { cards, answers } = await use({
      page: (
        <Html>{`<a href="#" onclick="return false">Delete</a>
          <dialog open><button aria-expanded=false>Ok</button></dialog>`}</Html>
      ),
      acts: [(text) => call('open_link', { ref: refOf(text, '"Delete"') })],
    })
    expect(cards).toEqual(['Open “Delete”?'])
    expect(answers[0]?.status).toBe('ok')
  })

  it('R109 says no private word through a name, a choice or a field that is named for a secret', async () => {
    const { texts } = await use({
      page: (
        <Html>{`<p id=ssn data-ambit-private>SECRET</p><button aria-labelledby=ssn>x</button>
          <select aria-label=Plan><option>Free<option data-ambit-private>SECRET</select>
          <input name=cardnumber aria-label=Number value=SECRET>
          <button>Pay<span style="opacity:0">SECRET</span></button>
          <p style="filter:opacity(0)">SECRET</p>`}</Html>
      ),
      options: { allow: ['read', 'values', 'press'] },
    })
    expect(texts[0]).toContain('"Pay"')
    expect(texts[0]).toContain('(Free)')
    expect(texts[0]).not.toContain('SECRET')
  })
})

describe('a field', () => {
  it('that the page does not change is no success', async () => {
    const { answers } = await use({
      page: <input aria-label="Fixed" value="fixed" onChange={() => undefined} />,
      acts: [(text) => call('fill', { ref: refOf(text, '"Fixed"'), text: 'new' })],
    })
    expect(answers[0]?.content).toContain('did not take it')
  })

  const Page = ({ onValue }: { onValue: (value: string) => void }) => {
    const [value, setValue] = useState('old')
    onValue(value)
    return (
      <label>
        Name <input value={value} onChange={(event) => setValue(event.target.value)} />
      </label>
    )
  }

  it('is filled as by a user, keeps the focus where it is, and can be undone', async () => {
    let value = ''
    const filling = (text: string) =>
      call('fill', { ref: refOf(text, 'textbox "Name"'), text: 'new' })
    const { agent, runId, answers, cards } = await use({
      page: <Page onValue={(now) => (value = now)} />,
      acts: [filling],
    })
    expect(answers[0]?.status).toBe('ok')
    expect([value, cards.length, document.activeElement]).toEqual(['new', 0, document.body])
    const { undone } = await agent.undo(runId)
    expect(undone).toHaveLength(1)
    await vi.waitFor(() => expect(value).toBe('old'))
  })

  it('R97 that the user has changed since it was read is not written over, nor switched back', async () => {
    const type = () => {
      document.querySelector('input')?.focus()
      document.execCommand('insertText', false, 'mine')
    }
    const field = await use({
      page: <Page onValue={() => undefined} />,
      acts: [
        (text) => (type(), call('fill', { ref: refOf(text, 'textbox "Name"'), text: 'new' })),
        (text) => call('fill', { ref: refOf(text, 'textbox "Name"'), text: 'newer' }),
      ],
    })
    expect(field.answers.map(({ status }) => status)).toEqual(['stale', 'ok'])
    document.body.replaceChildren()
    const box = await use({
      page: <Html>{'<label><input type=checkbox> Mine</label>'}</Html>,
      acts: [(text) => (document.querySelector('input')?.click(), pressing('"Mine"')(text))],
    })
    expect(box.answers[0]?.status).toBe('stale')
    expect(document.querySelector('input')?.checked).toBe(true)
  })

  it('R109 that nobody could use is refused before anybody is asked', async () => {
    const { answers, cards } = await use({
      page: (
        <Html>{'<button disabled>Pay</button> <button>Send</button> <a href="/x">Leave</a>'}</Html>
      ),
      acts: [pressing('"Pay"'), pressing('"Leave"'), pressing('"Send"')],
    })
    expect(answers.map(({ status }) => status)).toEqual(['disabled', 'disabled', 'ok'])
    expect(answers[1]?.content).toContain('use open_link')
    expect(cards).toEqual(['Press “Send”?'])
  })

  it('that the page writes in its own form is undone, and filled again', async () => {
    const Price = () => {
      const [price, setPrice] = useState('1.00')
      return (
        <input
          aria-label="Price"
          value={price}
          onChange={(event) => setPrice(event.target.value)}
          onBlur={() => setPrice(Number(price).toFixed(2))}
        />
      )
    }
    const fill = (text: string, to: string) =>
      call('fill', { ref: refOf(text, '"Price"'), text: to })
    const { agent, runId, answers } = await use({
      page: <Price />,
      acts: [(text) => [fill(text, '2.5'), fill(text, '3.5')]],
    })
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(document.querySelector('input')?.value).toBe('3.50')
    const { undone } = await agent.undo(runId)
    expect(undone).toHaveLength(2)
    await vi.waitFor(() => expect(document.querySelector('input')?.value).toBe('1.00'))
  })

  it('of a row is undone, also after another one of that row, and after the page was read', async () => {
    const { agent, runId, answers } = await use({
      page: (
        <Html>
          {'<ul><li>Tea <input aria-label=Count value=1> <input aria-label=Note value=a></li></ul>'}
        </Html>
      ),
      acts: [
        (text) => [
          call('fill', { ref: refOf(text, '"Count"'), text: '3' }),
          call('fill', { ref: refOf(text, '"Note"'), text: 'b' }),
        ],
      ],
    })
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok'])
    const { undone, failed } = await agent.undo(runId)
    expect([undone.length, failed.length]).toEqual([2, 0])
    expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(['1', 'a'])
  })

  it('of a form with labels is filled, and its button pressed, in one answer', async () => {
    const { answers } = await use({
      page: (
        <Html>{`<form onsubmit="return false"><label>P <input value=7></label><label>Q <input value=1></label>
          <button type=button>Save</button></form>`}</Html>
      ),
      acts: [
        (text) => [
          call('fill', { ref: refOf(text, '"P"'), text: '3' }),
          call('fill', { ref: refOf(text, '"Q"'), text: '4' }),
          call('press', { ref: refOf(text, '"Save"') }),
        ],
      ],
    })
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
  })

  it('R109 is not acted on by a call that was stopped while its code was fetched', async () => {
    document.body.innerHTML = '<main><input aria-label=Name></main>'
    const agent = createAgent({ model: scriptedModel([]) })
    const page = new UsedPage(agent, () => ({ root: 'main' }))
    const id = refOf(page.read(), '"Name"')
    const stopped = untilUsable({ name: 'fill' }, id, page, AbortSignal.abort())
    await expect(stopped).rejects.toThrow('aborted')
  })

  it('of a list of several keeps what is chosen there, also after an undo', async () => {
    const { agent, runId } = await use({
      page: (
        <Html>
          {
            '<select multiple aria-label=Months><option selected>May<option selected>June<option>July</select>'
          }
        </Html>
      ),
      acts: [
        (text) => call('choose', { ref: refOf(text, '"Months"'), option: 'July' }),
        (text) => call('choose', { ref: refOf(text, '"Months"'), option: 'May' }),
      ],
    })
    const chosen = (): string[] =>
      Array.from(document.querySelector('select')?.selectedOptions ?? [], ({ value }) => value)
    expect(chosen()).toEqual(['June', 'July'])
    await agent.undo(runId)
    expect(chosen()).toEqual(['May', 'June'])
  })

  it('R109 whose label says a secret is one, and a hidden one has the name of its label', async () => {
    const { texts } = await use({
      page: (
        <Html>{`<label>PIN <input value=SECRET></label><input aria-label="Card number" value=SECRET>
          <input placeholder=Kennwort value=SECRET><label>Keep my password <input type=checkbox></label>
          <label>Attach a file <input type=file hidden></label><input name=userPin value=SECRET>
          <div contenteditable aria-label="Access token">SECRET</div><input placeholder="Your company">`}</Html>
      ),
      options: { allow: ['read', 'values', 'press', 'fill'] },
    })
    expect(texts[0]).not.toContain('SECRET')
    expect(texts[0]).toMatch(/checkbox "Keep my password"/)
    expect(texts[0]).toMatch(/file "Attach a file"/)
    expect(texts[0]).toMatch(/textbox "Your company"/)
  })

  it('is not undone over what the user typed since', async () => {
    const filling = (text: string) =>
      call('fill', { ref: refOf(text, 'textbox "Name"'), text: 'new' })
    const { agent, runId } = await use({
      page: <Page onValue={() => undefined} />,
      acts: [filling],
    })
    const input = document.querySelector('input')
    input?.focus()
    document.execCommand('selectAll')
    document.execCommand('insertText', false, 'mine')
    const { undone, failed } = await agent.undo(runId)
    expect([undone.length, failed[0]?.error.message]).toEqual([0, '“Name” has changed since.'])
  })

  it('that a tool reaches names the tool, and is not used', async () => {
    const save = vi.fn()
    const Own = () => {
      const [button, setButton] = useState<HTMLButtonElement | null>(null)
      useTool({
        name: 'save_order',
        description: 'Saves.',
        enabled: () => canPress(button),
        handler: () => 'saved',
      })
      return (
        <button ref={setButton} type="button" onClick={save}>
          Save
        </button>
      )
    }
    const { texts } = await use({ page: <Own /> })
    expect(texts[0]).toContain('button "Save" (use save_order)')
  })
})

describe('a link', () => {
  it('of the page opens at once, one that leaves asks, and no other is opened', async () => {
    const { cards, answers } = await use({
      page: (
        <Html>
          {
            '<a href="#here">Here</a> <a href="javascript:window.hacked=1">Bad</a> <a href="https://example.com/">Away</a>'
          }
        </Html>
      ),
      acts: ['"Here"', '"Bad"', '"Away"'].map(
        (name) => (text: string) => call('open_link', { ref: refOf(text, name) }),
      ),
      answer: 'deny',
    })
    expect(answers.map(({ status }) => status)).toEqual(['ok', 'disabled', 'denied'])
    expect(cards).toEqual(['Open “Away”?'])
    expect([location.hash, Reflect.get(window, 'hacked')]).toEqual(['#here', undefined])
  })

  it('that would load the page asks', async () => {
    const { cards } = await use({
      page: <Html>{'<a href="/logout">Leave</a>'}</Html>,
      acts: [(text) => call('open_link', { ref: refOf(text, '"Leave"') })],
      answer: 'deny',
    })
    expect(cards).toEqual(['Open link "Leave" loads another page. Allow it?'])
  })
})

describe('PageTools', () => {
  it('refuses an option that does not exist, and an `allow` without `read`', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const options of [
      { hides: '.x' },
      { hide: '[' },
      { allow: ['press'] },
    ] as PageToolsOptions[]) {
      const agent = createAgent({ model: scriptedModel([]) })
      await render(
        <AgentProvider agent={agent}>
          <PageTools {...options} />
        </AgentProvider>,
      )
      expect(agent.scopes.has('page')).toBe(false)
      document.body.replaceChildren()
    }
    expect(error).toHaveBeenCalledTimes(3)
  })
})
