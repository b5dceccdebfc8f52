import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as agUi from '@ambit/bridges/ag-ui'
import * as aiSdk from '@ambit/bridges/ai-sdk'
import * as mcp from '@ambit/bridges/mcp'
import * as mcpApps from '@ambit/bridges/mcp-apps'
import * as mcpOauth from '@ambit/bridges/mcp-oauth'
import * as mcpReact from '@ambit/bridges/mcp-react'
import * as mcpServer from '@ambit/bridges/mcp-server'
import * as otel from '@ambit/bridges/otel'
import * as webmcp from '@ambit/bridges/webmcp'
import * as webmcpReact from '@ambit/bridges/webmcp-react'
import * as devtools from '@ambit/devtools'
import * as recording from '@ambit/devtools/record'
import * as testing from '@ambit/testing'
import '@ambit/testing/dom'
import * as testingReact from '@ambit/testing/react'
import * as replay from '@ambit/testing/replay'
import * as testingStorage from '@ambit/testing/storage'
import { QueryClient } from '@tanstack/react-query'
import { render, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import * as chat from './chat.ts'
import * as askAbout from './chat/ask-about.ts'
import * as code from './code.ts'
import * as demo from './demo.ts'
import * as ambit from './index.ts'
import * as localModels from './local-models.ts'
import * as plugins from './plugins.ts'
import * as protocol from './protocol.ts'
import * as react from './react.ts'
import * as query from './react/query.ts'
import * as state from './react/state.ts'
import * as undo from './react/undo.ts'
import * as storage from './storage.ts'
import * as serverStorage from './storage/server.ts'

const { scriptedModel } = testing

const createAgent = (options: object = {}): ambit.Agent =>
  ambit.createAgent({ model: scriptedModel(['a', 'b']), ...options })

const tool = { name: 't', description: 'x', handler: () => 1 }
const wait = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).catch((thrown: unknown) => thrown)

/** Renders below an agent. */
const inApp = (use: () => unknown): unknown => {
  const agent = createAgent()
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <react.AgentProvider agent={agent}>{children}</react.AgentProvider>
  )
  return renderHook(use, { wrapper })
}

/** Renders a part of the chat. */
const inRoot = (part: ReactNode): unknown => {
  const agent = createAgent()
  return render(
    <react.AgentProvider agent={agent}>
      <chat.Chat.Root>{part}</chat.Chat.Root>
    </react.AgentProvider>,
  )
}

const schema = z.object({ name: z.string() })
const mutation = { mutationFn: async () => 1 }
const transport = {
  start: async () => undefined,
  send: async () => undefined,
  close: async () => undefined,
}
const tracer = { startSpan: () => undefined }
const storeOf = (state: object) => ({
  getState: () => state,
  setState: () => undefined,
  subscribe: () => () => undefined,
})

type Call = (unknown: object) => unknown

/** Calls each function that takes options with options that it does not know. */
const cases: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  ambit: {
    agentTool: (no) =>
      ambit.agentTool({ agent: createAgent(), name: 'sub', description: 'Does.', ...no }),
    createAgent: (no) => createAgent(no),
    createBudget: (no) => ambit.createBudget({ max: 1, ...no }),
    createProxyModel: (no) => ambit.createProxyModel({ baseURL: '/a', modelId: 'm', ...no }),
    fetchProxyUsage: (no) => wait(ambit.fetchProxyUsage({ baseURL: '/a', fetch: refuse, ...no })),
    listProxyModels: (no) => wait(ambit.listProxyModels({ baseURL: '/a', fetch: refuse, ...no })),
    resourceTools: (no) => ambit.resourceTools('a', { get: { ...tool, ...no } }),
    Scope: (no) => new ambit.Scope({ name: 's', ...no }),
    storeScope: (no) => ambit.storeScope({ name: 'st', store: storeOf({}), actions: {}, ...no }),
    Tool: (no) => new ambit.Tool({ ...tool, ...no }),
    'agent.chat': (no) => wait(createAgent().chat('Hi', no)),
    'agent.execute': (no) => wait(createAgent().execute('Hi', no)),
    'agent.on': (no) => createAgent().on('*', () => undefined, no),
    'agent.resume': (no) => wait(createAgent().resume(no)),
    'agent.runTool': (no) => wait(createAgent().runTool('x', {}, no)),
    'agent.use': (no) => createAgent().use({ name: 'own', ...no }),
    'agent.with': (no) => createAgent().with(no),
    'agent.pending.approve': (no) => createAgent().pending.approve('x', no),
    'agent.sessions.import': (no) => wait(createAgent().sessions.import({}, no)),
    'agent.sessions.list': (no) => wait(createAgent().sessions.list(no)),
    'run.ask': (no) => {
      const run: ambit.AgentPlugin['run'] = async (at, next) => {
        await at.run.ask('Sum up', no)
        return next()
      }
      return wait(createAgent({ use: [{ name: 'asks', run }] }).chat('Hi'))
    },
  },
  'ambit/code': {
    runAgent: (no) => wait(code.runAgent(() => 1, no)),
    'agent.tool': (no) => wait(code.runAgent((agent) => agent.tool('f', 1, () => 1, no))),
    'agent.tool cost': (no) =>
      wait(code.runAgent((agent) => agent.tool('g', 1, () => 1, { cost: no }))),
    'agent.tool retry': (no) =>
      wait(
        code.runAgent((agent) => agent.tool('h', 1, () => 1, { retry: { attempts: 2, ...no } })),
      ),
  },
  'ambit/demo': { createDemoModel: (no) => demo.createDemoModel(no) },
  'ambit/local-models': { promptApi: (no) => localModels.promptApi(no) },
  'ambit/plugins': {
    condense: (no) => plugins.condense(no),
    deferred: (no) => plugins.deferred({ provider: 'openai', ...no }),
    digest: (no) => plugins.digest(no),
    followups: (no) => plugins.followups(no),
    hybrid: (no) => plugins.hybrid({ maxContextTokens: 9, ...no }),
    memory: (no) =>
      plugins.memory({
        store: { list: async () => [], put: async () => {}, delete: async () => {} },
        ...no,
      }),
    memoryAudit: (no) => plugins.memoryAudit(no),
    memoryLedger: (no) => plugins.memoryLedger(no),
    outputGuardrail: (no) => plugins.outputGuardrail('g', () => true, no),
    redaction: (no) => plugins.redaction(no),
    repair: (no) => plugins.repair(no),
    sandbox: (no) => plugins.sandbox(no),
    summarize: (no) => plugins.summarize({ maxContextTokens: 9, ...no }),
    toolCache: (no) => plugins.toolCache(no),
    trim: (no) => plugins.trim({ maxContextTokens: 9, ...no }),
    truncate: (no) => plugins.truncate(no),
  },
  'ambit/storage': { indexedDbStorage: (no) => storage.indexedDbStorage(no) },
  'ambit/storage/server': {
    offlineStorage: (no) =>
      serverStorage.offlineStorage({
        server: storage.memoryStorage(),
        local: storage.memoryStorage(),
        ...no,
      }),
    serverStorage: (no) => serverStorage.serverStorage({ baseURL: '/api', ...no }),
  },
  'ambit/react': {
    AgentScope: (no) => inApp(() => react.useScope({ name: 'inner', ...no })),
    AgentProvider: (no) =>
      render(
        <react.AgentProvider agent={createAgent()} {...no}>
          {null}
        </react.AgentProvider>,
      ),
    PageBusy: (no) =>
      render(
        <react.AgentProvider agent={createAgent()}>
          <react.PageBusy {...no} />
        </react.AgentProvider>,
      ),
    'uiTool catalog': (no) => {
      const component = (): null => null
      const card = { description: 'x', props: z.object({}), component, ...no }
      return react.uiTool({ name: 'ui', catalog: { Card: card } })
    },
    uiTool: (no) => {
      const component = (): null => null
      const card = { description: 'x', props: z.object({}), component }
      const shown = react.uiTool({ name: 'ui', catalog: { Card: card }, ...no })
      return inApp(() => react.useTool(shown))
    },
    useFormTools: (no) =>
      inApp(() => react.useFormTools({ current: null }, schema, { name: 'form', ...no })),
    useScope: (no) => inApp(() => react.useScope({ name: 'hooked', ...no })),
    useTool: (no) => inApp(() => react.useTool({ ...tool, name: 'used', ...no })),
  },
  'ambit/react/query': {
    mutationTool: (no) => query.mutationTool({ ...base('m1'), mutation, ...no }),
    useMutationTool: (no) => inApp(() => query.useMutationTool({ ...base('m2'), mutation, ...no })),
  },
  'ambit/react/state': {
    useAgentState: (no) =>
      inApp(() =>
        state.useAgentState('kept', { schema, initial: { name: '' }, description: 'x', ...no }),
      ),
  },
  'ambit/chat/ask-about': {
    AskAbout: (no) => inRoot(<askAbout.AskAbout {...no} />),
  },
  'ambit/chat': {
    Copilot: (no) => {
      const agent = createAgent()
      return render(
        <react.AgentProvider agent={agent}>
          <chat.Copilot {...no} />
        </react.AgentProvider>,
      )
    },
    'Chat.Root': (no) => {
      const agent = createAgent()
      return render(
        <react.AgentProvider agent={agent}>
          <chat.Chat.Root {...no}>{null}</chat.Chat.Root>
        </react.AgentProvider>,
      )
    },
    'Chat.Composer': (no) => inRoot(<chat.Chat.Composer {...no} />),
    'Chat.Empty': (no) => inRoot(<chat.Chat.Empty {...no} />),
    'Chat.Marks': (no) => inRoot(<chat.Chat.Marks {...no} />),
    'Chat.Meter': (no) => inRoot(<chat.Chat.Meter {...no} />),
    'Chat.Popup': (no) => inRoot(<chat.Chat.Popup {...no} />),
    'Chat.Sidebar': (no) => inRoot(<chat.Chat.Sidebar {...no} />),
    'Chat.Suggestions': (no) => inRoot(<chat.Chat.Suggestions {...no} />),
    useComposer: (no) => inApp(() => chat.useComposer(no)),
    'useSuggestions label': (no) =>
      inApp(() => chat.useSuggestions([{ label: 'Sum up', message: 'Sum up', ...no }])),
    useSuggestions: (no) => inApp(() => chat.useSuggestions([], no)),
  },
  '@ambit/bridges/ag-ui': {
    createAguiFetch: (no) => agUi.createAguiFetch(createAgent(), no),
    createAguiModel: (no) => agUi.createAguiModel({ url: '/x', ...no }),
    toAguiEvents: (no) => agUi.toAguiEvents(createAgent().chat('Hi'), no).next(),
  },
  '@ambit/bridges/ai-sdk': {
    aiSdkTools: (no) => aiSdk.aiSdkTools({}, { name: 'sdk', ...no }),
    createAgentTransport: (no) => aiSdk.createAgentTransport(createAgent(), no),
    fromUIMessages: (no) => aiSdk.fromUIMessages([], no),
    toUIMessages: (no) => aiSdk.toUIMessages([], no),
  },
  '@ambit/bridges/mcp': {
    connectMcp: (no) => mcp.connectMcp(createAgent(), { name: 'm', url: '/mcp', ...no }),
  },
  '@ambit/bridges/mcp-apps': {
    mountMcpApp: (no) =>
      mcpApps.mountMcpApp(document.createElement('div'), {
        html: '',
        title: 'x',
        tool: { name: 'x', inputSchema: { type: 'object' } } as never,
        callTool: () => Promise.reject(new Error('none')),
        ...no,
      }),
  },
  '@ambit/bridges/mcp-oauth': {
    mcpOAuth: (no) => mcpOauth.mcpOAuth({ clientId: 'c', redirectUrl: '/back', ...no }),
    proxySignIn: (no) => mcpOauth.proxySignIn(no),
  },
  '@ambit/bridges/mcp-react': {
    useMcp: (no) => inApp(() => mcpReact.useMcp({ name: 'mr', url: '/mcp', ...no })),
  },
  '@ambit/bridges/mcp-server': {
    exposeOverMcp: (no) => mcpServer.exposeOverMcp(createAgent(), transport as never, no),
  },
  '@ambit/bridges/otel': {
    traceAgent: (no) => otel.traceAgent(createAgent(), { tracer: tracer as never, ...no }),
    traceProxy: (no) => otel.traceProxy({ tracer: tracer as never, ...no }),
  },
  '@ambit/bridges/webmcp': {
    exposeTools: (no) => webmcp.exposeTools(createAgent(), no),
    webmcpScope: (no) => webmcp.webmcpScope(createAgent(), no),
  },
  '@ambit/bridges/webmcp-react': {
    useWebMcp: (no) => inApp(() => webmcpReact.useWebMcp(no)),
  },
  '@ambit/devtools': {
    tanstackDevtoolsPlugin: (no) => devtools.tanstackDevtoolsPlugin(createAgent(), no),
  },
  '@ambit/devtools/record': {
    record: (no) => recording.record(createAgent(), no),
    recordingOf: (no) => recording.recordingOf(createAgent().chat('Hi'), no),
    toTest: (no) => recording.toTest(emptyRecording(), no),
  },
  '@ambit/testing': {
    scriptedModel: (no) => testing.scriptedModel([], no),
    testAgent: (no) => testing.testAgent(no),
    toByteStream: (no) => testing.toByteStream('x', [], no),
    toStream: (no) => testing.toStream([], no),
  },
  '@ambit/testing/react': {
    renderWithAgent: (no) => wait(testingReact.renderWithAgent(<p />, no)),
  },
  '@ambit/testing/replay': {
    play: (no) => wait(replay.play(emptyRecording(), createAgent(), no)),
    score: (no) => wait(replay.score(() => createAgent().chat('Hi') as never, [], no)),
    usedTool: (no) => replay.usedTool('x', no),
  },
  '@ambit/testing/storage': {
    storageConformance: (no) => testingStorage.storageConformance(storage.memoryStorage, no),
  },
}

const refuse = (): Promise<never> => Promise.reject(new Error('offline'))
const base = (name: string) => ({ name, description: 'x', client: new QueryClient() })
const emptyRecording = () =>
  JSON.parse(recording.writeRecording(recording.record(createAgent()).recording))

const modules: Readonly<Record<string, object>> = {
  ambit,
  'ambit/chat': chat,
  'ambit/chat/ask-about': askAbout,
  'ambit/code': code,
  'ambit/demo': demo,
  'ambit/local-models': localModels,
  'ambit/plugins': plugins,
  'ambit/protocol': protocol,
  'ambit/react': react,
  'ambit/react/query': query,
  'ambit/react/state': state,
  'ambit/react/undo': undo,
  'ambit/storage': storage,
  'ambit/storage/server': serverStorage,
  '@ambit/bridges/ag-ui': agUi,
  '@ambit/bridges/ai-sdk': aiSdk,
  '@ambit/bridges/mcp': mcp,
  '@ambit/bridges/mcp-apps': mcpApps,
  '@ambit/bridges/mcp-oauth': mcpOauth,
  '@ambit/bridges/mcp-react': mcpReact,
  '@ambit/bridges/mcp-server': mcpServer,
  '@ambit/bridges/otel': otel,
  '@ambit/bridges/webmcp': webmcp,
  '@ambit/bridges/webmcp-react': webmcpReact,
  '@ambit/devtools': devtools,
  '@ambit/devtools/record': recording,
  '@ambit/testing': testing,
  '@ambit/testing/react': testingReact,
  '@ambit/testing/replay': replay,
  '@ambit/testing/storage': testingStorage,
}

/** The declarations of what people import. */
const declarations = ['ambit', 'bridges', 'devtools', 'testing']
  .map((name) => readFileSync(join(import.meta.dirname, `../../../api/${name}.d.ts`), 'utf8'))
  .join('\n')

/** Whether the declaration of a function has a parameter with options. */
function hasOptions(name: string): boolean {
  const [, rest = ''] = declarations.split(
    new RegExp(`^declare (?:function|const) ${name}\\b`, 'm'),
  )
  const [declared = ''] = rest.split(/;\n(?:declare|interface|type|\/\*\*|export|class)/)
  return /\b(?!LanguageModelV4Call|Error)\w*Options\b|\}\?: \{|options\??: \{/.test(declared)
}

const warn = vi.spyOn(console, 'warn')
const error = vi.spyOn(console, 'error')
beforeEach(() => {
  warn.mockReset().mockReturnValue()
  error.mockReset().mockReturnValue()
})
afterEach(() => vi.unstubAllGlobals())

describe('an option that does not exist', () => {
  const all = Object.entries(cases).flatMap(([path, calls]) =>
    Object.entries(calls).map(([name, call]) => [`${name} of ${path}`, call] as const),
  )

  it.each(all)('is told in development: %s', async (name, call) => {
    // Each is told once.
    const unknown = `zz${all.findIndex(([other]) => other === name)}`
    const told: unknown[] = []
    warn.mockImplementation((text) => void told.push(text))
    error.mockImplementation((text) => void told.push(text))
    try {
      told.push((await call({ [unknown]: 1 })) as unknown)
    } catch (thrown) {
      told.push(thrown)
    }
    await vi.waitFor(() => {
      expect(told.map(String).join('\n')).toMatch(
        new RegExp(
          `no (?:option |member )?[\`"](?:\\w+\\.)?${unknown}[\`"] of |no option \`(?:\\w+\\.)?${unknown}\``,
        ),
      )
    })
  })

  it.each(Object.entries(modules))(
    'has a case for each function that takes options: %s',
    (path, module) => {
      const missing = Object.entries(module).flatMap(([name, value]) =>
        typeof value === 'function' && hasOptions(name) && !cases[path]?.[name] ? [name] : [],
      )
      expect(missing).toEqual([])
    },
  )
})
