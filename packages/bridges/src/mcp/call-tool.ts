import { AgentError, jsonSchema, type ToolContext } from '@ambit/core'
import { traceMeta } from '../otel/open-runs.ts'
import { cut } from '../outside/cut.ts'
import { createAnswerer } from './answer-input.ts'
import type { OpenLink } from './open-link.ts'
import type { McpContent, McpToolDefinition, McpToolResult } from './mcp-definitions.ts'
import { McpError } from './mcp-error.ts'
import { type McpObject, toObject, toText } from './mcp-wire.ts'
import { paramHeaders } from './param-headers.ts'
import { readContent, textOf } from './read-content.ts'
import { wholeOutputs } from './to-tool.ts'

/** The most results that are kept, reports of progress of one call, and warnings of a page. */
const most = { results: 50, reports: 1_000, warnings: 100 }

/** The error that asks the user to open an address before the call is tried again. */
const urlNeeded = -32_042

/**
 * Calls a tool of a server. Resolves with its structured content, else with its text, or its parts
 * if there is media among them.
 */
export async function callTool(
  link: OpenLink,
  definition: McpToolDefinition,
  args: McpObject,
  ctx: ToolContext,
): Promise<unknown> {
  const { host, wire } = link
  const { maxResultChars = 20_000 } = host.options
  const onInput = createAnswerer(host, ctx)
  const { name } = definition
  const signal = AbortSignal.any([ctx.signal, link.signal])
  const at = {
    signal,
    headers: paramHeaders(definition.inputSchema, args),
    onProgress: createReporter(ctx),
    onInput,
    traced: traceMeta(ctx, host.options),
  }
  const send = (): Promise<McpObject> =>
    link.inSession(async () => {
      // What was asked for is this description, and the server may have another by now.
      if (!link.has(definition)) {
        throw new AgentError(
          `The tool "${name}" of ${host.label} changed after it was called, so the call did not run.`,
          { code: 'mcp', details: { kind: 'changed' } },
        )
      }
      const task = definition.isTask && { task: {} }
      return wire.request('tools/call', { name, arguments: args, ...task, ...at.traced }, at)
    }, signal)
  try {
    const found = await send().catch(async (error: unknown) => {
      const { rpcCode, data } = error as McpError
      const { elicitations } = toObject(data)
      if (rpcCode !== urlNeeded || !Array.isArray(elicitations)) throw error
      for (const params of elicitations.slice(0, 8)) {
        const { action } = await onInput({ method: 'elicitation/create', params: toObject(params) })
        if (action !== 'accept') throw error
      }
      return send()
    })
    // Serializers of several languages write null for what is not there.
    const isTask = (found['task'] ?? undefined) !== undefined || found['resultType'] === 'task'
    const ended = isTask ? await (await import('./run-task.ts')).runTask(link, found, at) : found
    const result = toResult(ended, host.label)
    keep(link.results, ctx.callId, result)
    const { structuredContent } = result
    if (result.isError) {
      const words = textOf(result.content) || JSON.stringify(structuredContent)
      throw new Error(cut(words || 'The tool failed.', 4_000))
    }
    warnOfLies(host.label, definition, structuredContent, ctx)
    return structuredContent === undefined
      ? readContent(result.content, maxResultChars)
      : toFacts(structuredContent, result.content, maxResultChars)
  } catch (error) {
    if (link.signal.aborted) await closed(ctx.signal)
    ctx.signal.throwIfAborted()
    link.failed(error)
    throw error
  }
}

/**
 * Returns the structured content of a result for the page. The model gets the pictures and the
 * words beside it, too.
 */
function toFacts(given: unknown, content: readonly McpContent[], maxChars: number): unknown {
  const json = JSON.stringify(given)
  const said = sayingsOf(given)
  const more = content.filter(({ type, text }) => type !== 'text' || !said.has(bare(String(text))))
  const facts = json.length <= maxChars ? given : cut(json, maxChars)
  if (more.length === 0) return facts
  const whole = readContent([{ type: 'text', text: json }, ...more], maxChars)
  if (typeof facts !== 'object' || facts === null) return whole
  wholeOutputs.set(facts, whole)
  return facts
}

/**
 * Returns the texts that say what structured content says: all of it, a member, or an entry of a
 * list that is a member. Servers send both, for clients that read only one.
 */
function sayingsOf(given: unknown): ReadonlySet<string> {
  const members = Object.values(Object(given) as object) as unknown[]
  const all = [given, ...members, ...members.flat()]
  const words = all.flatMap((value) => {
    const json = JSON.stringify(value) ?? ''
    return typeof value === 'string' ? [json, value] : [json]
  })
  return new Set(words.map(bare))
}

/** Returns JSON, or the text in it, without what sets the one apart from the other. */
const bare = (words: string): string => words.replaceAll(/[\s"\\]/g, '')

/**
 * Waits until a call of a closed connection is cancelled: its tool has left the page. Waits 1 s at
 * most, because a connection that is opened again has the same tool.
 */
const closed = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
    setTimeout(resolve, 1_000)
  })

/**
 * Returns a result with its content in place, as the protocol has it. Any word about an error but
 * `false` counts as one.
 *
 * @throws McpError `invalid_answer` for a result without content.
 */
function toResult(found: McpObject, label: string): McpToolResult {
  // Serializers of several languages write a field that is not there as null.
  const { content, structuredContent: structured, isError, ...rest } = found
  const structuredContent = structured ?? undefined
  if (!Array.isArray(content) && structuredContent === undefined) {
    throw new McpError('invalid_answer', `${label} gave no result of MCP.`)
  }
  const parts = Array.isArray(content) ? content : []
  return {
    ...rest,
    ...(structuredContent !== undefined && { structuredContent }),
    isError: (isError ?? false) !== false,
    content: parts.map(toObject) as never,
  }
}

function keep(results: Map<string, McpToolResult>, callId: string, result: McpToolResult): void {
  results.set(callId, result)
  if (results.size > most.results) results.delete(results.keys().next().value as string)
}

/** Returns the function that shows how far a call is. */
function createReporter(ctx: ToolContext): (progress: McpObject) => void {
  let count = 0
  return ({ progress, total, message }) => {
    if (count++ >= most.reports) return
    const percent = (100 * Number(progress)) / Number(total)
    ctx.progress({
      ...(Number.isFinite(percent) && { percent: Math.min(Math.max(percent, 0), 100) }),
      message: toText(message, 200),
    })
  }
}

const told = new Set<string>()

/** Warns of structured content that does not fit the schema which the server declared. */
function warnOfLies(
  label: string,
  { name, outputSchema }: McpToolDefinition,
  content: unknown,
  ctx: ToolContext,
): void {
  if (!outputSchema) return
  let where = ''
  try {
    const checked = jsonSchema(outputSchema)['~standard'].validate(content)
    if (content === undefined) where = ': it has no structured content'
    else if (!('issues' in checked) || !checked.issues) return
    else where = ` at "${checked.issues[0]?.path?.map(String).join('.') ?? ''}"`
  } catch {
    // A schema that refers to itself has no end.
  }
  const text = `The result of "${name}" does not fit the schema that ${label} declares for it${where}.`
  ctx.progress({ message: text })
  if (told.size < most.warnings && !told.has(text)) {
    console.warn(`[ambit] ${text} The model gets it all the same.`)
  }
  told.add(text)
}
