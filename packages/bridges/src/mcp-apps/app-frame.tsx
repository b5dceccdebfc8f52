import { useAgent } from '@ambit/react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { McpConnection } from '../mcp/mcp-connection.ts'
import type { McpToolDefinition, McpToolResult } from '../mcp/mcp-definitions.ts'
import { appCalls } from './app-calls.ts'
import { tellModel } from './app-contexts.ts'
import type { AppPage } from './app-of-tool.ts'
import type { MountedMcpApp } from './app-options.ts'
import { type AppQuestion, AppQuestionView } from './app-question.tsx'
import { textOfResult } from './app-result.ts'
import { AppText } from './app-text.tsx'
import type { McpAppStrings } from './mcp-app-strings.ts'
import type { McpAppView } from './mcp-app-view.ts'
import { mountMcpApp } from './mount-mcp-app.ts'

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
export function AppFrame(props: AppFrameProps): ReactElement {
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
