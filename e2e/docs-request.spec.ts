import { readFileSync, writeFileSync } from 'node:fs'
import { env } from 'node:process'
import { callTool } from './support/model-server.ts'
import { expect, test } from './support/story.ts'

const file = 'docs/explain/what-the-model-sees.md'
const command = 'AMBIT_WRITE_DOCS=1 pnpm playwright test docs-request'

/** A message of the wire, with the fields that the page shows. */
interface Shown {
  role: string
  content: string | Record<string, unknown>[]
}

interface Call {
  options: {
    prompt: Shown[]
    tools: { name: string; description: string; inputSchema: Record<string, unknown> }[]
  }
}

/**
 * Returns the text of a part. Parts of a provider's own, such as reasoning without words, have
 * none.
 */
function partText(part: Record<string, unknown>): string[] {
  const name = String(part['toolName'])
  if (part['type'] === 'text') return [String(part['text'])]
  if (part['type'] === 'tool-call') return [`calls ${name} ${JSON.stringify(part['input'])}`]
  if (part['type'] !== 'tool-result') return []
  const { value } = part['output'] as { value: unknown }
  return [`answers ${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`]
}

const messageText = ({ role, content }: Shown): string =>
  `── ${role}\n${typeof content === 'string' ? content : content.flatMap(partText).join('\n')}`

const toolText = ({ name, description, inputSchema }: Call['options']['tools'][number]): string =>
  `${name}: ${description}\n    ${JSON.stringify(inputSchema)}`

/**
 * Puts these texts into the code blocks of the page. Each block stands below a comment with its
 * name.
 */
const withBlocks = (page: string, blocks: Record<string, string>): string =>
  Object.entries(blocks).reduce(
    (written, [name, block]) =>
      written.replace(
        new RegExp(`(<!-- shown: ${name} -->\\n\`\`\`text\\n)[\\s\\S]*?(\`\`\`\\n)`),
        (_, before: string, after: string) => `${before}${block}\n${after}`,
      ),
    page,
  )

test(`docs/explain/what-the-model-sees.md shows the requests of examples/start; if not, run ${command}`, async ({
  page,
  assistant,
  hosts,
}) => {
  const { models, url } = await hosts.of('openai')
  models.script([
    callTool('select_task', { id: 't2' }),
    callTool('delete_task'),
    { content: 'It is gone.' },
  ])
  const calls: Call[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/agent/model')) calls.push(request.postDataJSON())
  })
  await page.goto(url)
  await assistant.open()
  await assistant.say('Delete the second task')
  await expect(assistant.status).toHaveText('Done')

  const [first, second] = calls.map(({ options }) => options)
  if (!first || !second) throw new Error('The page asked the model too seldom.')
  const lead = first.prompt.length - 1
  const blocks = {
    first: first.prompt.map(messageText).join('\n\n'),
    tools: first.tools.map(toolText).join('\n'),
    second: second.prompt.slice(lead).map(messageText).join('\n\n'),
  }
  // The second request begins as the first one did.
  expect(second.prompt.slice(0, lead)).toEqual(first.prompt.slice(0, lead))
  const [offered, then] = [first, second].map(({ tools }) => tools.map(({ name }) => name))
  expect(offered).not.toContain('delete_task')
  expect(then).toContain('delete_task')

  const there = readFileSync(file, 'utf8')
  if (env['AMBIT_WRITE_DOCS']) writeFileSync(file, withBlocks(there, blocks))
  else expect(withBlocks(there, blocks)).toBe(there)
})
