import { useAgent, useCall } from '@ambit/react'
import {
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { McpConnection } from '../mcp/mcp-connection.ts'
import { type AppPage, appUriOf, readAppPage } from './app-of-tool.ts'
import { englishApp, type McpAppStrings } from './mcp-app-strings.ts'
import type { McpAppView } from './mcp-app-view.ts'
import type { McpContent, McpToolDefinition, McpToolResult } from '../mcp/mcp-definitions.ts'
import { appCalls } from './app-calls.ts'
import { tellModel } from './app-contexts.ts'
import type { MountedMcpApp } from './app-options.ts'
import { mountMcpApp } from './mount-mcp-app.ts'

/** The props of `McpApp`. */
export interface McpAppProps extends McpAppView {
  readonly connection: McpConnection
  /** The id of the call that the app shows. */
  readonly callId: string
}

/**
 * Shows one call by the app of its MCP server, in a border with the server's name. The app appears
 * once the call runs. If it cannot be shown, the result is shown as text.
 *
 * A stored conversation shows the app again, from the stored result. What the app tells the model
 * is third-party text. It opens no link and sends no message without the user.
 */
export function McpApp({ connection, callId, ...view }: McpAppProps): ReactElement | null {
  const call = useCall(callId)
  const { subscribe, getState } = connection
  const { tools, status } = useSyncExternalStore(subscribe, getState, getState)
  const tool = tools.find(({ name }) => name === call?.tool)
  const uri = tool && appUriOf(tool)
  const page = useAppPage(connection, uri, status === 'ready')
  const found = call?.state === 'succeeded' ? call.result : undefined
  const hasResult = call?.state === 'succeeded'
  const result = useMemo(
    () => (hasResult ? (connection.resultOf(callId) ?? toAppResult(found)) : undefined),
    [connection, callId, hasResult, found],
  )
  if (!call) return null
  const label = view.label ?? connection.name
  const words = { ...englishApp, ...view.strings }
  const isShown = hasResult || call.state === 'running'
  const isGone = page === null || (!page && status !== 'ready' && status !== 'connecting')
  return (
    <section
      className="ambit-app"
      aria-label={words.from(label)}
      style={{ border: '2px solid GrayText', borderRadius: 6, overflow: 'hidden' }}
    >
      <header style={{ padding: '4px 8px', borderBottom: '1px solid GrayText' }}>
        {words.from(label)}
      </header>
      {call.error && <p style={{ padding: 8, margin: 0 }}>{call.error.message}</p>}
      {isShown && page && tool && (
        <AppFrame
          key={callId}
          connection={connection}
          callId={callId}
          page={page}
          tool={tool.definition}
          label={label}
          words={words}
          view={view}
          args={call.args}
          result={result}
        />
      )}
      {isShown && !page && !isGone && <p style={{ padding: 8, margin: 0 }}>{words.loading}</p>}
      {isGone && result && <AppText words={words} text={textOfResult(result)} />}
    </section>
  )
}

interface AppFrameProps {
  readonly connection: McpConnection
  readonly callId: string
  readonly page: AppPage
  readonly tool: McpToolDefinition
  readonly label: string
  readonly words: McpAppStrings
  readonly view: McpAppView
  readonly args: object
  readonly result: McpToolResult | undefined
}

/** Shows an app in its frame, and below it the question that it leads to. */
function AppFrame(props: AppFrameProps): ReactElement {
  const { connection, callId, page, args, result, words, view } = props
  const { sandboxUrl, theme, maxHeightPx } = view
  const { agent, chat } = useAgent()
  const container = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [app, setApp] = useState<MountedMcpApp>()
  const [question, setQuestion] = useState<AppQuestion>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const { current: element } = container
    if (!element) return
    const { tool, label, words: first } = latest.current
    const ask = createAsk(setQuestion, () => latest.current.words)
    const mounted = mountMcpApp(element, {
      ...page,
      ...appCalls(connection),
      tool,
      sandboxUrl,
      theme,
      maxHeightPx,
      title: first.title(label, tool.title ?? tool.name),
      onContext: (text) => tellModel(agent, callId, { app: latest.current.label, text }),
      onMessage: async (text) => {
        const { compose } = latest.current.view
        if (compose) compose(text)
        else if (await ask(text, ({ sendMessage, send: yes }) => ({ ask: sendMessage, yes }))) {
          // The user has agreed to it, and has not written it.
          chat([{ type: 'text', text, untrusted: true }])
        } else return false
        return true
      },
      onOpenLink: async (url) => {
        const { host } = new URL(url)
        if (!(await ask(url, ({ openLink, open: yes }) => ({ ask: openLink(host), yes })))) {
          return false
        }
        window.open(url, '_blank', 'noopener,noreferrer')
        return true
      },
      onFail: () => setFailed(true),
    })
    setApp(mounted)
    return () => {
      setQuestion(undefined)
      void mounted.unmount()
    }
  }, [agent, chat, connection, callId, page, sandboxUrl, theme, maxHeightPx])
  useSending(app, args, result)
  return (
    <>
      <div ref={container} hidden={hasFailed} />
      {hasFailed && result && <AppText words={words} text={textOfResult(result)} />}
      {question && <AppQuestionView {...question} />}
    </>
  )
}

/**
 * Creates a function that asks the user and resolves with the answer. A second question at once is
 * a no.
 */
function createAsk(
  show: (question: AppQuestion | undefined) => void,
  words: () => McpAppStrings,
): (
  about: string,
  given: (words: McpAppStrings) => Pick<AppQuestion, 'ask' | 'yes'>,
) => Promise<boolean> {
  let isOpen = false
  return (about, given) =>
    new Promise((resolve) => {
      if (isOpen) return resolve(false)
      isOpen = true
      const answer = (isYes: boolean): void => {
        isOpen = false
        show(undefined)
        resolve(isYes)
      }
      const now = words()
      show({ ...given(now), about, no: now.no, answer })
    })
}

/** Sends an app its arguments and its result, whenever they change. */
function useSending(
  app: MountedMcpApp | undefined,
  args: object,
  result: McpToolResult | undefined,
): void {
  const text = JSON.stringify(args)
  useEffect(() => app?.sendInput(JSON.parse(text) as object), [app, text])
  useEffect(() => {
    if (result) app?.sendResult(result)
  }, [app, result])
}

/** A question that an app leads to, until the user has answered it. */
interface AppQuestion {
  readonly ask: string
  /** The address or the message, whole, as the app gave it. */
  readonly about: string
  readonly yes: string
  readonly no: string
  readonly answer: (isYes: boolean) => void
}

/** Asks the user about what an app wants. Its text is shown as it is. */
function AppQuestionView({ ask, about, yes, no, answer }: AppQuestion): ReactElement {
  return (
    <div role="group" aria-label={ask} style={{ padding: 8 }}>
      <p style={{ margin: 0 }}>{ask}</p>
      <p style={{ margin: '4px 0', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} dir="auto">
        {about}
      </p>
      <button type="button" onClick={() => answer(true)}>
        {yes}
      </button>{' '}
      <button type="button" onClick={() => answer(false)}>
        {no}
      </button>
    </div>
  )
}

/** The page of an app: undefined while it is read, and null if the server does not give it. */
type LoadedPage = AppPage | null | undefined

/** Reads the page of an app while the server is there. A page that was read stays. */
function useAppPage(
  connection: McpConnection,
  uri: string | undefined,
  isReady: boolean,
): LoadedPage {
  const [found, setFound] = useState<{ uri: string; page: LoadedPage }>()
  const known = found?.uri === uri ? found?.page : undefined
  const isWanted = isReady && !known
  useEffect(() => {
    if (uri === undefined || !isWanted) return
    const gone = new AbortController()
    const set = (page: LoadedPage): void => {
      if (!gone.signal.aborted) setFound({ uri, page })
    }
    readAppPage(connection, uri, gone.signal).then(set, () => set(null))
    return () => gone.abort()
  }, [connection, uri, isWanted])
  return known
}

/** Returns a result that the conversation has, in the form in which a server sends one. */
export function toAppResult(result: unknown): McpToolResult {
  if (typeof result === 'string') return { content: [{ type: 'text', text: result }] }
  if (isContent(result)) return { content: result }
  const text = JSON.stringify(result) ?? 'null'
  return { content: [{ type: 'text', text }], structuredContent: result }
}

export const textOfResult = ({ content }: McpToolResult): string =>
  content.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n')

const isContent = (result: unknown): result is McpContent[] =>
  Array.isArray(result) &&
  result.length > 0 &&
  result.every((part: unknown) => typeof (Object(part) as { type?: unknown }).type === 'string')

/** Shows a result as text, in place of its app. */
const AppText = ({
  words,
  text,
}: {
  readonly words: McpAppStrings
  readonly text: string
}): ReactElement => (
  <div style={{ padding: 8 }}>
    <p style={{ margin: 0 }}>{words.notShown}</p>
    <p style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
      {text}
    </p>
  </div>
)
