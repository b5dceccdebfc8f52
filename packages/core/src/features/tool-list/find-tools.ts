import { callAround } from '../../engine/current-call.ts'
import { isJsonObject } from '../../json/json.ts'
import { useToolName } from '../../messages/read.ts'
import { isHidden } from '../../model/request.ts'
import type { ListedTool } from '../../model/tool-list.ts'
import { jsonSchema } from '../../schema/json-schema.ts'
import type { StandardSchema } from '../../schema/parameters.ts'
import { tellInstances } from '../../model/instances.ts'
import type { ToolInstance } from '../../tools/context.ts'
import { type AnyTool, Tool } from '../../tools/tool.ts'
import type { DigestOptions } from './digest.ts'
import { describeTool } from './tools-on.ts'

/** The name of the tool that finds tools. */
export const findToolsName = 'find_tools'

/** The most tools that one search tells with their parameters. */
const mostFound = 8

/** The most characters of JSON that the tools of one search take. */
const mostFoundChars = 8_000

/** The most other names that one search tells. */
const mostNamed = 30

const text = (description: string): { type: 'string'; description: string } => ({
  type: 'string',
  description,
})

/** Makes the two tools of a digest. `list` returns the tools that the run may use now. */
export function createDigestTools(
  list: () => readonly ListedTool[],
  search?: DigestOptions['search'],
): AnyTool[] {
  const findTools = new Tool<Wanted>({
    name: findToolsName,
    description: `Finds tools that are not listed, with their parameters. Tells at most ${mostFound} tools, the best first.`,
    effect: 'read',
    approval: false,
    parameters: jsonSchema<Wanted>({
      type: 'object',
      properties: {
        query: text('One to three words for what the tool does, as the application has them'),
        name: text('The exact name of one tool'),
        scope: text('The scope to look in'),
      },
      additionalProperties: false,
    }),
    handler: async (wanted, ctx) => {
      if (Object.values(wanted).every((value) => value === '')) {
        throw new Error('Nothing was looked for. Give a `query`, a `name` or a `scope`.')
      }
      const found = await searchTools(list(), wanted, search)
      const told = found.slice(0, mostFound)
      const named = found.slice(mostFound, mostFound + mostNamed)
      const foreign = told.find(isForeign) ?? named.find(({ scope }) => scope.untrusted)
      const call = callAround(ctx)
      if (foreign && call) call.foreign ??= `the page's "${foreign.scope.label}"`
      const others = named.map(({ tool }) => tool.name)
      const hint = hintFor(wanted, told)
      return { tools: describeAll(told), ...(others.length > 0 && { others }), ...hint }
    },
  })
  const useTool = new Tool({
    name: useToolName,
    description:
      'Calls a tool that is not listed, by its name. Give the arguments that its parameters ask for; find_tools tells them.',
    approval: false,
    parameters: noCall,
    handler: () => undefined,
  })
  return [findTools, useTool]
}

function hintFor({ name }: Wanted, [first]: readonly ListedTool[]): object | undefined {
  if (!first) return { hint: 'No tool was found. Try other words, or a scope.' }
  if (name === undefined || name === '' || first.tool.name === name) return undefined
  return { hint: `There is no tool "${name}". These are like it.` }
}

/** Whether the description of a tool may have text of a third party. */
function isForeign({ tool, scope, availability }: ListedTool): boolean {
  const instances = instancesOf(tool)
  const hasText = !availability.enabled || instances.length > 0
  return scope.untrusted || (tool.untrusted && hasText) || instances.some((one) => one.untrusted)
}

/** Returns what calls of a tool can be for. A getter of the page that throws has nothing. */
function instancesOf(tool: AnyTool): readonly ToolInstance[] {
  try {
    return tool.instances ?? []
  } catch {
    return []
  }
}

/** Returns what a search tells of tools. Others than the first have no parameters if it is long. */
function describeAll(tools: readonly ListedTool[]): object[] {
  let left = mostFoundChars
  return tools.map(({ tool, scope, availability }, at) => {
    const described = describeTool(tool)
    const { name, description = '', inputSchema: parameters, inputExamples: examples } = described
    const instances = tellInstances(instancesOf(tool)).lines
    left -= JSON.stringify([parameters, instances, examples]).length + description.length
    const isWhole = at === 0 || left > 0
    const whole = {
      parameters,
      ...(examples && { examples: examples.map(({ input }) => input) }),
      ...(instances.length > 0 && { instances }),
    }
    return {
      name,
      scope: scope.name,
      description: isWhole ? description : description.slice(0, 200),
      ...(isWhole ? whole : { note: 'Look for this name alone to get its parameters.' }),
      ...(!availability.enabled && { unavailable: availability.reason || 'not available now' }),
    }
  })
}

/**
 * The parameters of `use_tool`. A call that means a tool never gets here: it becomes the call of
 * that tool. So each call that does is wrong.
 */
const noCall: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'ambit',
    validate: (input) => ({ issues: [{ message: explain(input) }] }),
    jsonSchema: {
      input: () => ({
        type: 'object',
        // Models write in this order. A name that comes first can be shown while the rest comes.
        properties: { name: text('The name of the tool'), arguments: { type: 'object' } },
        required: ['name', 'arguments'],
        additionalProperties: false,
      }),
    },
  },
}

function explain(input: unknown): string {
  const { name, arguments: given } = isJsonObject(input) ? input : {}
  if (name === useToolName) return 'use_tool cannot call itself. Give the name of another tool'
  if (typeof name !== 'string' || name === '')
    return 'Give the `name` of a tool and its `arguments`'
  if (given === undefined) return 'Put the arguments of the tool into `arguments`'
  return 'No tool can have this name. find_tools finds the names of tools'
}

/** The words, the name or the scope that a search is for. */
interface Wanted {
  readonly query?: string | undefined
  readonly name?: string | undefined
  readonly scope?: string | undefined
}

/**
 * Returns the tools that a search finds, the best first. Tools that nobody may know of now are not
 * found. A word in the name of a tool, or among its aliases, counts more than one in its title, its
 * scope or its description.
 */
async function searchTools(
  tools: readonly ListedTool[],
  wanted: Wanted,
  search: DigestOptions['search'],
): Promise<ListedTool[]> {
  const { query = '', name, scope } = wanted
  const visible = tools.filter((entry) => !isHidden(entry) && isIn(entry, scope))
  const exact = name || query.trim()
  const called = visible.filter((entry) => entry.tool.name === exact)
  if (called.length > 0) return called
  if (search && query) {
    const names = await search(
      query,
      visible.map(({ tool }) => tool),
    )
    return [...new Set(names)].flatMap(
      (each) => visible.find(({ tool }) => tool.name === each) ?? [],
    )
  }
  const words = [...new Set(toWords(`${query} ${name ?? ''}`))]
  if (words.length === 0) return scope === undefined ? [] : visible
  return visible
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

function isIn({ scope }: ListedTool, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const part = wanted.toLowerCase()
  return scope.name.toLowerCase().includes(part) || scope.label.toLowerCase().includes(part)
}

function scoreOf({ tool, scope }: ListedTool, words: readonly string[]): number {
  const fields: readonly (readonly [text: string, weight: number])[] = [
    [`${tool.name} ${tool.aliases.join(' ')}`, 10],
    [tool.title, 4],
    [`${scope.name} ${scope.label}`, 3],
    [tool.description, 1],
  ]
  let score = 0
  for (const [text, weight] of fields) {
    const own = toWords(text)
    for (const word of words) score += weight * likenessOf(word, own)
  }
  return score
}

/** Returns 1 for a word that is among others, less for one that only begins like one of them. */
function likenessOf(word: string, others: readonly string[]): number {
  if (others.includes(word)) return 1
  const isLike = (other: string): boolean =>
    (word.length > 2 && other.startsWith(word)) || (other.length > 2 && word.startsWith(other))
  return others.some(isLike) ? 0.5 : 0
}

/** Returns the words of a text in lower case: of `createNote` and `create_note`, two. */
const toWords = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
