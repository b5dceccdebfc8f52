import { App } from '@modelcontextprotocol/ext-apps/app-with-deps'

// The official guest of MCP Apps: a board of tickets.
const app = new App({ name: 'board', version: '1.0.0' }, {})

function say(text: string): void {
  document.body.append(Object.assign(document.createElement('p'), { textContent: text }))
}

/** Adds a button that says how an action went. */
function add(name: string, act: () => Promise<unknown>): void {
  const button = document.createElement('button')
  button.textContent = name
  button.addEventListener('click', () => {
    act().then(
      (found) => say(`${name}: ${JSON.stringify(found)}`),
      (error: unknown) => say(`${name} failed: ${(error as Error).message}`),
    )
  })
  document.body.append(button)
}

const text = (words: string) => [{ type: 'text' as const, text: words }]
const callTool = async (name: string) => {
  const { content, isError } = await app.callServerTool({ name, arguments: { id: 7 } })
  return { isError, text: (content?.[0] as { text?: string } | undefined)?.text }
}

app.ontoolinput = ({ arguments: args }) => say(`input ${JSON.stringify(args)}`)
app.ontoolresult = ({ content, structuredContent }) =>
  say(`result ${JSON.stringify(structuredContent ?? content)}`)
app.onteardown = () => ({})
add('Refresh', () => callTool('refresh'))
add('Close', () => callTool('close_ticket'))
add('Secret', () => callTool('model_only'))
add('Tell', () => app.updateModelContext({ content: text('The user looks at ticket 7.') }))
add('Write', () => app.sendMessage({ role: 'user', content: text('Close ticket 7.') }))
add('Link', () => app.openLink({ url: 'https://tickets.example/7' }))
app.connect().then(
  () => say(`connected ${app.getHostContext()?.theme}`),
  (error: unknown) => say(`not connected: ${(error as Error).message}`),
)
