import { describe, expect, it } from 'vitest'
import { change } from './codemod-change.ts'
import { changeMarkdown } from './codemod.ts'

const before = `import { Tool } from '@ambit/core'
import { storeScope } from '@ambit/core/zustand'
import { useFormTools, useTool } from '@ambit/react'

const pay = new Tool({
  name: 'pay',
  // For people.
  title: 'Pay',

  description: 'Pays.', // said to the model
  effect: 'egress',
  requiresApproval: ({ amount }) => amount > 100,
  // Shown to the user.
  preview: ({ amount, to }) => \`\${amount}
to \${to}\`,
  timeout: '10s',
  binds: ({ to }) => to,
  remember: false,
  handler: async ({ to }) => {
    const inner = new Tool({ name: 'x', description: 'x', handler: () => 1, mode: 'silent' })
    return inner
  },
  toModelOutput: (result) => {
    return String(result)
  },
  mode: "feedback",
  untrusted: true, // third-party text
  cache: { ttl: '5m' },
  retry: 2,
  sandbox: { timeout: '1s', allowNetwork: ['https://api.example.com'] },
  waitFor: 'cart',
  tokens,
  costUsd: 0.01,
  charges: { searches: 1 },
  onResume: 'fail',
  async reconcile({ idempotencyKey }) {
    return find(idempotencyKey)
  },
  strict: true,
  examples: [{ to: 'Ada' }],
  providerOptions: { anthropic: {} },
})

useTool({ name: 'clear', description: 'Clears.', requiresApproval: true, handler: clear })
useTool({ name: 'again', description: 'Reads.', handler, mode, onResume: 'rerun', requiresApproval })
useFormTools(form, { submit: { preview: () => 'x', effect: 'egress' } })
storeScope({ actions: { add: { description: 'Adds.', run: (args) => add(args), remember: false } } })
`

const after = `import { Tool } from '@ambit/core'
import { storeScope } from '@ambit/core/zustand'
import { useFormTools, useTool } from '@ambit/react'

const pay = new Tool({
  name: 'pay',
  // For people.
  title: 'Pay',

  description: 'Pays.', // said to the model
  effect: 'egress',
  approval: {
    when: ({ amount }) => amount > 100,
    // Shown to the user.
  preview: ({ amount, to }) => \`\${amount}
to \${to}\`,
    binds: ({ to }) => to,
    remember: false,
  },
  run: {
    timeout: '10s',
    retry: 2,
    sandbox: { timeout: '1s', network: ['https://api.example.com'] },
    waitForScope: 'cart',
    cost: { tokens, usd: 0.01, custom: { searches: 1 } },
  },
  handler: async ({ to }) => {
    const inner = new Tool({ name: 'x', description: 'x', handler: () => 1, result: { silent: true } })
    return inner
  },
  result: {
    toModel: (result) => {
      return String(result)
    },
    silent: false,
    // third-party text
    untrusted: true,
    cache: { ttl: '5m' },
  },
  resume: {
    how: 'never',
    async reconcile({ idempotencyKey }) {
      return find(idempotencyKey)
    },
  },
  provider: { strict: true, examples: [{ to: 'Ada' }], options: { anthropic: {} } },
})

useTool({ name: 'clear', description: 'Clears.', approval: true, handler: clear })
useTool({ name: 'again', description: 'Reads.', handler, result: { silent: mode === 'silent' }, resume: { how: 'again' }, approval: requiresApproval })
useFormTools(form, { submit: { approval: { preview: () => 'x' }, effect: 'egress' } })
storeScope({ actions: { add: { description: 'Adds.', run: (args) => add(args), approval: { remember: false } } } })
`

describe('the codemod', () => {
  it('puts each option of a tool into its group, and leaves all else as it is written', () => {
    expect(change(before)).toEqual({ code: after, places: [] })
  })

  it.each([
    ['a tool of the AI SDK', `tool({ description: 'x', toModelOutput: () => 'x', strict: true })`],
    ['its plain object', `const a = { description: 'x', inputSchema, execute, toModelOutput }`],
    ['an expectation', `expect(made).toMatchObject({ requiresApproval: true, strict: false })`],
    ['an agent', `createAgent({ model, request: { retry: 1 }, use: [sandbox] })`],
    ['plain code', `agent.tool('x', input, run, { timeout: '1s', costUsd: 1, charges: {} })`],
    ['a sandbox', `sandbox({ timeout: '1s', allowNetwork: true })`],
  ])('leaves %s alone', (_, text) => {
    const code = `import { createAgent } from '@ambit/core'\n${text}\n`
    expect(change(code)).toEqual({ code, places: [] })
  })

  it('renames what a tool, a scope and the context of a handler have under other names', () => {
    const { code, places } =
      change(`import { Scope, Tool, useMutationTool, useScope, useTool } from '@ambit/react'
useTool({ name: 'a', description: 'a', instance: { id, label }, handler })
useMutationTool({ name: 'b', description: 'b', instance: 'b', mutation })
useTool({ name: 'c', description: 'c', instance, handler })
useTool({ name: 'd', description: 'd', handler, expose: false })
new Scope({ name: 's', expose: ['webmcp'], untrusted: true })
useScope({ name: 's', expose, visible })
useScope({ name: 't', injection: 'system', context })
new Tool({ name: 'e', description: 'e', handler: (args, ctx) => {
  ctx.report({ message })
  ctx.artifacts.add(chart)
  ctx.onUndo(() => 1)
  ctx.setState({ by: ctx.userId, at: ctx.runId })
  agent.runTool('b', {}, { parent: ctx })
  return helper().execute(text, { limits, parent: ctx })
} })
useTool({ name: 'f', description: 'f', handler: (args, { onUndo }) => onUndo })
`)
    expect(code.split('\n').slice(1)).toEqual([
      "useTool({ name: 'a', description: 'a', subject: { id, label }, handler })",
      "useMutationTool({ name: 'b', description: 'b', subject: { id: 'b' }, mutation })",
      "useTool({ name: 'c', description: 'c', subject: instance, handler })",
      "useTool({ name: 'd', description: 'd', handler, visible: { outside: false } })",
      "new Scope({ name: 's', visible: { outside: ['webmcp'] }, untrusted: true })",
      "useScope({ name: 's', expose, visible })",
      "useScope({ name: 't', injection: 'system', context })",
      "new Tool({ name: 'e', description: 'e', handler: (args, ctx) => {",
      '  ctx.progress({ message })',
      '  ctx.artifact(chart)',
      '  ctx.undo(() => 1)',
      '  ctx.run.state.set({ by: ctx.run.user?.id, at: ctx.run.id })',
      "  ctx.runTool('b', {}, { agent })",
      '  return ctx.execute(text, { agent: helper(), limits })',
      '} })',
      "useTool({ name: 'f', description: 'f', handler: (args, { onUndo }) => onUndo })",
      '',
    ])
    expect(places).toEqual([
      '4: A `subject` that is an id alone tells no mounts apart: `{ id }` does',
      '7: `expose` stays: `visible` is there already',
      '8: `injection` is gone: words are `instructions`, data is `context`',
      '15: The members of `limits` have other names now: look at them there',
      '17: `onUndo` of the context of a handler is `undo` now',
    ])
  })

  it('tells of what a user has to look at', () => {
    const { code, places } = change(`import { storeScope, useTool } from '@ambit/react'
useTool({ name: 'a', description: 'a', handler, ...shared, preview })
useTool({ name: 'b', description: 'b', handler, ...(isShown && { preview }) })
useTool({ name: 'c', description: 'c', handler, approval: true, preview })
useTool({ name: 'd', description: 'd', handler, onResume: way })
storeScope({ actions: { e: { description: 'e', run, timeout: '1s' } } })
const f = { requiresApproval: true }
const g = tool.requiresApproval
const h = () => ({ reconcile })
`)
    expect(code.split('\n').slice(1)).toEqual([
      "useTool({ name: 'a', description: 'a', handler, ...shared, approval: { preview } })",
      "useTool({ name: 'b', description: 'b', handler, ...(isShown && { preview }) })",
      "useTool({ name: 'c', description: 'c', handler, approval: true, preview })",
      "useTool({ name: 'd', description: 'd', handler, resume: { how: way } })",
      "storeScope({ actions: { e: { description: 'e', run, timeout: '1s' } } })",
      'const f = { requiresApproval: true }',
      'const g = tool.requiresApproval',
      'const h = () => ({ reconcile })',
      '',
    ])
    expect(places).toEqual([
      '2: A group takes the place of the whole group of what is spread',
      '3: `preview` is `approval.preview` of a tool now',
      '4: `preview` stays: `approval` is there already',
      "5: The words of `resume.how` are 'never', 'ask' and 'again'",
      '6: `timeout` stays: `run` is there already',
      '7: Is this an object with the options of a tool?',
      "8: `requiresApproval` of a tool's options is `approval.when` now",
      '9: Is this an object with the options of a tool?',
    ])
  })

  it('changes the code blocks of a page that parse, and nothing else of it', () => {
    const page = (options: string) => `Set \`mode: 'silent'\`.

- A list:
  \`\`\`ts
  import { useTool } from '@ambit/react'
  useTool({ name: 'a', description: 'a', handler, ${options} })
  \`\`\`

\`\`\`ts
{ mode: 'silent', …
\`\`\`
`
    const places: string[] = []
    const changed = changeMarkdown(page("...b, mode: 'silent'"), (line) => places.push(`${line}`))
    expect(changed).toBe(page('...b, result: { silent: true }'))
    expect(places).toEqual(['6'])
    expect(changeMarkdown(changed, () => undefined)).toBe(changed)
  })

  it('leaves a file alone that would not parse, and says so', () => {
    for (const options of [
      "new Tool({ name: 'a', timeout: 3 /* ms */, effect: 'read' })",
      "new Tool({\n  name: 'a',\n  effect: 'read' /* reads */, timeout: 3,\n})",
      "new Tool({ name: 'a'\n  , retry: 2 // twice\n  , effect: 'read'\n})",
    ]) {
      const text = `import { Tool } from '@ambit/core'\n${options}\n`
      const { code: after, places } = change(text)
      if (after === text) expect(places.join()).toContain('stays as it is')
    }
  })

  it('moves nothing around what is spread inside of a group', () => {
    const code = `import { Tool } from '@ambit/core'\nnew Tool({ requiresApproval: false, ...all, preview })`
    const { code: after, places } = change(code)
    expect(after).toBe(code)
    expect(places.join()).toContain('nothing is moved')
  })

  it('moves options that are given by name', () => {
    const { code, places } = change(`import { resourceTools } from '@ambit/core'
import { useTool } from '@ambit/react'
const orders = { get: { description: 'a', handler: (args, own) => own.runId, timeout: 5 } }
const tools = resourceTools('order', orders)
const clear = { name: 'clear', description: 'b', handler, requiresApproval: true } as const
useTool(clear)
useTool(others.clear)
`)
    expect(code.split('\n').slice(2, 6)).toEqual([
      "const orders = { get: { description: 'a', handler: (args, own) => own.run.id, run: { timeout: 5 } } }",
      "const tools = resourceTools('order', orders)",
      "const clear = { name: 'clear', description: 'b', handler, approval: true } as const",
      'useTool(clear)',
    ])
    expect(places).toEqual([
      '7: The options of `useTool` come from elsewhere: look at their names there',
    ])
  })

  it('tells of guards in an object that may be spread into a tool', () => {
    const code = `import { Tool } from '@ambit/core'\nconst guard = { untrusted: true, binds: () => 1 }`
    const { code: after, places } = change(code)
    expect(after).toBe(code)
    expect(places).toEqual([
      "2: `untrusted` of a tool's options is `result.untrusted` now",
      "2: `binds` of a tool's options is `approval.binds` now",
    ])
  })
})

describe('the codemod of the widget', () => {
  it('puts each prop into its group, and leaves all else as it is written', () => {
    const { code, places } = change(`import { Copilot } from '@ambit/chat'
const page = (
  <Copilot
    name="Otto"
    theme="system"
    side="start"
    offset={{ x: 4 }}
    defaultOpen
    suggestions={['One']}
    greeting="Hello"
    attachments={{ accept: 'image/*, .csv', maxFiles: 2 }}
    onNavigate={(path) => void go(path)}
    allowedImageOrigins={origins}
    undoTool={false}
    strip={false}
    notice={notice}
  />
)
`)
    expect(places).toEqual([])
    expect(code).toBe(`import { Copilot } from '@ambit/chat'
const page = (
  <Copilot
    title="Otto"
    theme="auto"
    place={{ side: "start", offset: { x: 4 } }}
    defaultOpen
    start={{ suggestions: ['One'], greeting: "Hello" }}
    composer={{ attachments: { types: ['image/*', '.csv'], maxFiles: 2 } }}
    messages={{ onNavigate: (path) => void go(path), images: origins, undoTool: false }}
    marks={{ strip: false }}
    notice={notice}
  />
)
`)
  })

  it('tells of what a user has to look at', () => {
    const { code, places } = change(`import { Copilot } from '@ambit/chat'
const page = <Copilot
  suggestions={(scopes) => of(scopes)}
  meter={{ proxy, choice }}
  preload="now"
  messages={{}}
  onFeedback={rate}
  {...rest}
/>`)
    expect(code.split('\n')[2]).toBe('  suggestions={(scopes) => of(scopes)}')
    expect(places).toEqual([
      '3: `suggestions` stays: `start` is one function, of all of it',
      '4: `choice` is `model`, the id, and `onModelChange` now',
      '5: `preload` is an option of the agent now',
      '7: `onFeedback` stays: `messages` is there already',
      '8: Props of `Copilot` that are spread may belong into groups',
    ])
  })

  it('takes the parts from `Chat`, and tells of those that are another thing now', () => {
    const { code, places } =
      change(`import { Chat, Copilot, englishChat, Header, Notice, Popup, ToolCard, useCompose, ViewButton } from '@ambit/chat'

const strings = englishChat
const page = (
  <Chat name="Otto" onFeedback={rate}>
    <Popup side="start" launcher={<b />}>
      <Header><ViewButton name="sessions" /></Header>
      <Notice text="Rules answer." />
    </Popup>
  </Chat>
)
`)
    expect(code).toBe(`import { Chat, Copilot, english, ToolCard, useCompose } from '@ambit/chat'

const strings = english
const page = (
  <Chat.Root title="Otto" messages={{ onFeedback: rate }}>
    <Chat.Popup place={{ side: "start" }} launcher={<b />}>
      <Chat.Header><Chat.View button name="sessions" /></Chat.Header>
      <Chat.Status notice="Rules answer." />
    </Chat.Popup>
  </Chat.Root>
)
`)
    const told = [
      '1: `ToolCard` is `Chat.Call`, by the id of the call now',
      '1: `useCompose` is `insert` of `useComposer()` now',
    ]
    expect(places).toEqual(told)
    expect(change(code)).toEqual({ code, places: told })
  })
})
