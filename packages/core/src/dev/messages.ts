import { nearest } from '@ambit/protocol'
import type { OptionKind, OptionNames } from '../options/names.ts'
import { nearestOf, ownerOf, pluginMembers, tellUnknown, tellUnknownOf } from './option-names.ts'

/**
 * The messages of the mistakes that an application can make, by code. Production builds leave them
 * out: see `misuse`.
 */

/** Describes a value of the wrong kind, without what it holds. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value !== 'object') return `a ${typeof value}`
  const { name } = value.constructor ?? {}
  return !name || name === 'Object' ? 'a plain object' : `a ${name}`
}

/** Returns the class of an instance, by its fields: a bundler may have given it another name. */
function otherKind(value: unknown): 'Tool' | 'Scope' | undefined {
  if (typeof value !== 'object' || value === null || value.constructor === Object) return undefined
  if ('handler' in value && 'effect' in value) return 'Tool'
  return 'tools' in value && 'load' in value ? 'Scope' : undefined
}

/**
 * Describes a wrong value: a number or a short text as it is, any other value without what it
 * holds.
 */
export function show(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const isShort = typeof value === 'string' && value.length <= 24
  return isShort ? JSON.stringify(value) : inWords(value)
}

/** Returns the beginning of a name, which may be of any length. */
const cutName = (name: string): string => (name.length > 40 ? `${name.slice(0, 40)}…` : name)

export const messages = {
  unknownOption: (
    name: string,
    of: OptionKind | string,
    at: string | OptionNames,
    given?: object,
  ): string =>
    typeof at === 'string'
      ? tellUnknownOf(of as OptionKind, name, at, given ?? {})
      : tellUnknown(name, of, nearestOf(name, at)),
  option: (option: string, value: unknown, give: string, owner = '') =>
    `\`${option}\`${owner} is ${inWords(value)}. Give ${give}.`,
  made: (option: string, value: unknown, owner = ''): string => {
    const kind = option.replace(/\[\d+\]$/, '')
    const other = otherKind(value)
    return other && kind.startsWith(other.toLowerCase())
      ? `\`${option}\`${owner} is a ${other} of a second copy of \`ambit\`, which this one cannot use. A package has bundled \`ambit\`, or two versions of it are installed: \`npm ls ambit\` tells. Make \`ambit\` a peer dependency of that package, and leave it out of its bundle.`
      : `\`${option}\`${owner} is ${inWords(value)}. Give ${makers[kind]}.`
  },
  list: (option: string, value: unknown) => `\`${option}\` is ${inWords(value)}. Give an array.`,
  function: (option: string, owner: string): string =>
    option === 'approval.when'
      ? `\`approval.when\` of ${owner}, for which \`approval\` of ${owner} is short, is neither a boolean nor a function. Calls could run that nobody was asked about. Give true, false or a function.`
      : `\`${option}\` of ${owner} is not a function, so it cannot be called. Give a function.`,
  number: (option: string, value: unknown, isWhole: boolean, range: string) =>
    `${option} is ${show(value)}. Give a ${isWhole ? 'whole ' : ''}number from ${range}.`,
  word: (
    option: string,
    word: unknown,
    accepted: readonly unknown[],
    owner: string,
    given?: object,
  ) =>
    `\`${option}\` of ${given ? ownerOf(owner as OptionKind, given) : owner} is ${show(word)}. Give one of '${accepted.join("', '")}'.`,
  duration: (option: string, duration: unknown) =>
    `${option.replace(/^\S+/, '`$&`')} is ${show(duration)}. Give positive milliseconds, or '500ms', '10s', '5m', '1h'.`,
  otherSession: () =>
    '`sessionId` is not that of the open session, so the messages of two conversations would be mixed. Open the other one with `agent.sessions.open(id)`, or use `execute` with its `history`.',
  customKey: (key: string) =>
    `\`limits.custom\` has the key "${key}", which is a limit of its own. Use \`limits.${key}\`.`,
  model: () =>
    '`model` is not a LanguageModelV4. Give createProxyModel({ … }) or a model of the AI SDK 7.',
  toolsTwice: () => '`tools` names one tool twice. The model could not tell them apart.',
  handler: (type: unknown, handler: unknown) =>
    `A handler of an event was given as ${inWords(type)} and ${inWords(handler)}, so it could never be called. Give a type and a handler: agent.on('agent:completed', (event) => …).`,
  handlers: (on: unknown) =>
    `\`on\` is ${inWords(on)}, so it names no event. Give an object, such as { 'agent:completed': (event) => … }.`,
  plugin: (plugin: unknown) =>
    `A plug-in is ${inWords(plugin)}, or has no \`name\`, so it cannot be used. Give an object with a \`name\` and members such as \`call\`, or what a function like \`redaction()\` returns.`,
  pluginMember: (name: string, member: string) =>
    `\`${member}\` of plug-in "${name}" is not a function, so it could never be called. Give a function, or leave it out.`,
  pluginNames: (name: string, members: readonly string[]): string => {
    const [member, ...more] = members.filter((one) => one !== 'name' && one !== 'enforce')
    const called = Object.keys(pluginMembers).slice(2).join('`, `')
    if (member === undefined)
      return `Plug-in "${name}" has no member that is called, so it would do nothing. Use \`${called}\`.`
    const use = [member, ...more].map((one) => nearestOf(one, pluginMembers)).find(Boolean)
    return `There is no member "${cutName(member)}" of a plug-in, so nothing would call that of "${name}". Use ${use ?? `\`${called}\``}.`
  },
  pluginTwice: (name: string) =>
    `Two plug-ins of one \`use\` are named "${name}", so one of them would be replaced. Give one of them another name, or leave it out.`,
  toolName: (name: unknown) =>
    `The tool name ${typeof name === 'string' ? JSON.stringify(cutName(name)) : show(name)} cannot be sent to a model: some provider refuses each request that has it. Use 1 to 64 letters, digits, "_" or "-", and begin with a letter or "_".`,
  toolDescription: (owner: string) =>
    `The ${owner} has no \`description\`. The model chooses a tool by it. Give text.`,
  cacheKey: (owner: string) =>
    `\`result.cache.key\` of ${owner} is not a text or a number, so results could not be told apart. Give the id of what the handler reads, or leave it out.`,
  toolWords: (owner: string) =>
    `The ${owner} mixes two ways to say the same: \`parameters\` and \`handler\`, or \`inputSchema\` and \`execute\`. It would not be known which schema checks what. Use the words of one pair alone.`,
  group: (name: string, owner: string) =>
    `\`${name}\` of ${owner} is not an object, so it would change nothing. Give an object with the options of this group.`,
  remember: (owner: string, effect: string) =>
    `\`approval.remember\` of ${owner} is true, but its effect is "${effect}", so one approval would allow every such call. Give a function that returns what an approval is for, such as \`({ account }) => account\`, or leave it out.`,
  subject: (owner: string) =>
    `\`subject\` of ${owner} is neither an id nor \`{ id, label }\`, so it would tell nothing apart. Give a text or a number, \`{ id, label }\`, or a function that returns one of these at once.`,
  resourcePath: (path: unknown) =>
    `The path ${show(path)} of \`resourceTools\` cannot be in the name of a tool. Use letters of English and digits.`,
  scopeName: () =>
    'A scope has no name. Errors, approvals and the page refer to a scope by its name. Give it a `name`.',
  scopeDescription: (name: string) =>
    `Scope "${name}" loads on demand and has no \`description\`. The model decides by it when to load the scope. Give text.`,
  scopeUnknown: (scope: string, tool: string) =>
    `The scope "${scope}" is not registered, so tool "${tool}" cannot be added to it. Register the scope first.`,
  scopeTwice: (name: string) =>
    `A scope "${name}" is already registered. Errors and approvals could not tell the two apart. Rename one, or unregister the first.`,
  toolUnknown: (name: string) =>
    `No tool "${name}" is registered, so there is nothing to replace. Add the tool to a scope first.`,
  toolTwice: (name: string, scope: string, other: string) =>
    `Tool "${name}" is registered twice (${scope === other ? `in scope "${scope}"` : `scopes "${scope}" and "${other}"`}). The model could not tell them apart. Rename one.`,
  schemaTop: (owner: string) =>
    `The schema of ${owner} is not an object at the top level. Models pass arguments by name. Wrap the schema in an object.`,
  schemaKey: (owner: string, key: string) =>
    `The schema of ${owner} has a member ${JSON.stringify(cutName(key))}, and a provider refuses each request that has it. Use 1 to 64 letters of a to z, digits, "_", "." or "-" for the names of members, and say the rest in a description.`,
  schemaKind: (owner: string, isOldZod: boolean) =>
    `The schema of ${owner} is not a Standard Schema, so it cannot be read. ${
      isOldZod
        ? 'It is a schema of a zod before 3.24. Update zod'
        : 'Give a schema of zod, ArkType or Valibot, or jsonSchema({ … })'
    }.`,
  schemaConverter: (owner: string, library: string) =>
    `The schema of ${owner} (${library}) does not describe itself as JSON Schema, which models need. Add \`import 'ambit/schema/${library}'\` once, or use jsonSchema({ … }).${needs[library] ?? ''}`,
  schemaJson: (owner: string, cause: unknown) =>
    `The schema of ${owner} cannot be written as JSON Schema, which models need (${String(cause)}). Use a string with a format for a date, a number for a bigint.`,
  storage: (what: string) =>
    `\`sessions.${what}\` needs a storage, and the agent has none: only the open session exists, in memory. Give the agent \`storage: indexedDbStorage()\` of ambit/storage.`,
  undo: (id: unknown) =>
    `\`agent.undo\` got ${inWords(id)}, so it is not known what to undo. Give the \`runId\` of a result, or the id of a call.`,
  source: (source: unknown) =>
    `\`source\` of \`runTool\` is ${show(source)}. The audit and the user who approves could not tell who asks. Give a name of the caller's kind, such as "webmcp".`,
  taint: (taint: unknown) =>
    `\`taint\` of \`runTool\` is ${typeof taint === 'string' ? 'empty' : inWords(taint)}. The user who approves could not tell where the call comes from. Give words for people, such as "the mail of Ann".`,
  proxyModel: (option: string, value: unknown, accepted: string) =>
    `\`${option}\` of createProxyModel is ${value === '' ? 'empty' : inWords(value)}, so no call could reach a model. Give a value of the type ${accepted.replaceAll(' ', ' or ')}.`,
  budget: (options: unknown) =>
    `A budget was given ${inWords(options)} and no number \`max\`, so it would allow everything. Give createBudget({ max }).`,
  ask: (ask: unknown) =>
    `\`approval.ask\` is ${JSON.stringify(ask)}, which names no calls to ask about. Give 'destructive', 'all' or the names of tools.`,
  askName: (name: string, known: string) =>
    `\`approval.ask\` names "${name}", which is none of the agent's tools (${known}), so nobody would be asked about the tool that was meant. Correct the name. For a tool that a component registers later, set \`approval: true\` on the tool.`,
  next: (plugin: string, ...[what, change, known]: MistakeOfNext) =>
    `Plug-in "${plugin}" ${
      what === 'change' ? `gave \`next\` \`${change}\`, not ${known}` : mistakesOfNext[what]
    }.`,
  redaction: (option: 'fields' | 'patterns') =>
    `\`${option}\` of \`redaction\` would find no secret. Give an array, each entry ${option === 'fields' ? 'the name of a field' : 'a RegExp'}.`,
  noAgent: (tool: string) =>
    `"${tool}" runs in \`runAgent\`, which has no agent. Give \`ctx.execute\` and \`ctx.runTool\` an \`agent\`.`,
  noQuestions: (tool: string) =>
    `Tool "${tool}" asks the user, but nothing on the page shows questions. Render <Copilot />, or use \`usePending()\`.`,
  unknownTool: (name: string, all: readonly string[]): string => {
    const meant = nearest(name, all)
    return `\`tools\` names "${name}", which no tool has now, so the model is not offered it. ${meant ? `Use "${meant}"` : 'Correct the name'}, or register the tool.`
  },
  unknownAskTool: (name: string) =>
    `\`approval.ask\` names "${name}", which no tool has now, so nobody is asked about it.`,
  unknownCharge: (tool: string, key: string, custom: readonly string[]) =>
    `The tool "${tool}" costs "${key}", and \`limits.custom\` has no such key. Use one of: ${custom.join(', ')}.`,
  noToolCache: (tool: string) =>
    `The tool "${tool}" has a \`result.cache\`, but the agent has no cache. Give \`use: [toolCache()]\`, from ambit/plugins.`,
  noApprover: (tool: string) =>
    `"${tool}" was denied: it needs a user to approve it, and nobody is there to do so. Render <Copilot />, use \`usePending()\`, or give \`approval: { decide }\`.`,
  previewUnsteady: (tool: string) =>
    `The \`approval.preview\` or \`title\` of "${tool}" changed after each yes. Return the same for the same call.`,
  newerPart: (type: string) =>
    `A message has a part "${type}" that this version does not know, so the model does not get it. Update ambit.`,
  pluginLate: () =>
    'A plug-in had not ended `run` ten seconds after the run failed, so the run ended without it. Do not await in its `catch` what may never come.',
  noSandbox: (tool: string) =>
    `"${tool}" was not run: it is to run in a sandbox, and its agent has none. Give the agent \`use: [sandbox()]\`, from ambit/plugins.`,
  historyBusy: () =>
    'A chat is writing this history, and would continue in another branch if the head moved. Wait for the chat, or cancel it first.',
  branchNone: () =>
    'There is no message to answer again: the user has not said anything yet. Call `chat` first.',
  branchEdit: (id: string) =>
    `Message "${id}" is not a message of the user, so it cannot be edited. Give the id of a user message.`,
  branchAnswer: (id: string) =>
    `Message "${id}" is a call of the page, so the model cannot answer it again. Call \`runTool\` to make the call again.`,
  messagePlace: (at: number, role: string): string =>
    role === 'tool'
      ? `messages[${at}] answers no call of the message before it, so none of these messages was taken. Put each answer right after the message with its call.`
      : `messages[${at}] comes before the answer of a call, so none of these messages was taken. Put the answers right after the message with the calls.`,
  messageTwice: (id: string) =>
    `A message "${id}" is already in the history. Two messages could not be told apart. Give each its own id.`,
  messageUnknown: (id: string) =>
    `There is no message "${id}" in the history. Give the id of one of its messages.`,
}

/** What a plug-in did wrong with `next`. */
export type MistakeOfNext =
  | [what: keyof typeof mistakesOfNext]
  | [what: 'change', change: string, known: string]

const mistakesOfNext = {
  late: 'called `next` after it had ended, so nothing was run',
  twice: 'called `next` twice, which only `request` may do',
  nothing: 'neither called `next` nor returned anything. Return `next()`',
  input:
    'changed what was said without `rewritesInput: true`, so what it took out may have been stored. Add that member',
} as const

/** The code that makes the value of an option, or of an item of it. */
const makers: Readonly<Record<string, string>> = {
  audit: 'an object with a function `append`',
  conversation: 'an object with a function `append`',
  ledger: 'an object with a function `append`',
  limits: 'an object, such as { tokens: 50_000 }',
  'limits.custom': 'an object, such as { mails: 5 }',
  scope: 'new Scope({ … })',
  scopes: 'new Scope({ … })',
  signal: 'an AbortSignal',
  storage: 'indexedDbStorage() or memoryStorage() of ambit/storage',
  tool: 'new Tool({ … })',
  list: `an object with a function \`choose\`, or use steadyTools(), digest() or deferred({ … }) of ambit/plugins`,
  settle: 'an object with functions `baseline`, `beforeTool` and `settle`',
  store: 'an object with functions `get` and `set` that is no Map',
  tools: 'new Tool({ … })',
  agent: 'what createAgent or the `with` of an agent returns',
}

/** The packages that a converter of schemas needs beside the import. */
const needs: Readonly<Record<string, string>> = {
  valibot: ' That import needs the package `@valibot/to-json-schema`.',
  zod3: ' That import needs the package `zod-to-json-schema`. The schemas of zod 4 need neither.',
}
