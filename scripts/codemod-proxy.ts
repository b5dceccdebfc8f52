import { type NodePath, types as t } from '@babel/core'
import { type File, lineOf, nameOf, type Property, toGrouped } from './codemod-file.ts'

/** What the values and the types of `@ambit/proxy` are called now. */
const names: Readonly<Record<string, string>> = {
  createMemoryStore: 'memoryStore',
  createMemoryPrefixes: 'memoryStore',
  createMemorySignIns: 'memoryStore',
  createRedisStore: 'redisStore',
  createRedisPrefixes: 'redisStore',
  createRedisSignIns: 'redisStore',
  createNodeFetch: 'nodeFetch',
  toNodeListener: 'nodeListener',
  findProviders: 'providersFromEnv',
  LimitStore: 'ProxyStore',
  ModelConfig: 'ModelRules',
  PrefixStore: 'ProxyStore',
  ProxyLogEntry: 'ProxyLog',
  SignInStore: 'ProxyStore',
  SpendingRow: 'LedgerRow',
  WindowLimit: 'Window',
}

/** The types that are members of others now, such as `ProxyOptions['timeouts']`. */
const unnamed =
  /^(AmbitProxyOptions|BreakerOptions|Charge|EnvProviders|FailureCause|FoundProviders|LimitedCharge|Limits|LimitsOptions|McpOAuth|McpServer|ModelRequest|ModelResolver|ModelsOption|NodeFetchOptions|NodeListener|PassThroughRoute|ProxyHandler|Retries|RetriesOptions|RouteGroup|SpendingLedger|Subject|Timeouts|TokenCount|defaultBasePath|\w+(PrefixesOptions|SignInsOptions|StoreOptions))$/

/** The functions whose calls are now their own argument. */
const unwrapped: ReadonlySet<string> = new Set(['limits', 'retries'])

/** The options of each object that only have another name now. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  proxy: { basePath: 'path', retries: 'retry', routes: 'use' },
  limits: {
    concurrentStreams: 'streams',
    maxOutputTokens: 'outputTokens',
    requestsPerMinute: 'requests',
  },
  window: { windowMs: 'per' },
  retries: { maxRetries: 'max', maxWaitMs: 'wait' },
  timeouts: { callbackMs: 'callback', firstByteMs: 'connect', idleMs: 'idle', totalMs: 'total' },
  nodeFetch: { connectTimeoutMs: 'connect' },
}

/** The groups of the options of a proxy, with their names there. */
const grouped: Readonly<Record<string, readonly [group: string, name: string]>> = {
  heartbeatMs: ['timeouts', 'heartbeat'],
  maxBodyBytes: ['bytes', 'request'],
  maxEventBytes: ['bytes', 'event'],
  maxResponseBytes: ['bytes', 'response'],
}

const origins: typeof grouped = {
  allowedOrigins: ['origins', 'allow'],
  allowCredentials: ['origins', 'credentials'],
  allowedHeaders: ['origins', 'headers'],
}

const ofModel: typeof grouped = {
  providerOptions: ['provider', 'options'],
  allowProviderOptions: ['provider', 'allow'],
  allowProviderTools: ['provider', 'tools'],
}

/** What a person has to move, and where. */
const byHand: Readonly<Record<string, string>> = {
  ledger: '`ledger: (row) => …` of `createProxy`',
  leaseMs: '`limits.lease`',
  modelsWithoutKey: "`models: { id: { key: 'none' } }`",
  prefixes: '`use: [prefixes({ store })]`',
  prices: '`prices` of `createProxy`',
  storeMs: '`timeouts.store` of `createProxy`',
}

/** Renames what a file imports of `@ambit/proxy`. Returns the old names that it imports. */
export function moveImports(program: t.Program, file: File): ReadonlySet<string> {
  const imported = new Set<string>()
  for (const node of program.body) {
    if (!t.isImportDeclaration(node) || !/^@ambit\/proxy(\/|$)/.test(node.source.value)) continue
    const texts = node.specifiers.flatMap((specifier) => {
      if (!t.isImportSpecifier(specifier) || !t.isIdentifier(specifier.imported)) return []
      const { name } = specifier.imported
      if (specifier.local.name !== name) return [file.textOf(specifier)]
      imported.add(name)
      if (unnamed.test(name)) file.look(lineOf(specifier), `\`${name}\` has no name any more`)
      const kind = specifier.importKind === 'type' ? 'type ' : ''
      return unwrapped.has(name) ? [] : [kind + (names[name] ?? name)]
    })
    const [first] = node.specifiers
    const last = node.specifiers.at(-1)
    const isChanged = [...imported].some((name) => names[name] ?? unwrapped.has(name))
    if (!isChanged || !t.isImportSpecifier(first) || !last) continue
    const { start, end } = texts.length > 0 ? { start: first.start, end: last.end } : node
    const toText = (): string => [...new Set(texts)].join(', ')
    file.add({ start: start ?? 0, end: end ?? 0, toText })
  }
  return imported
}

/** Renames a place that refers to something of `@ambit/proxy`. */
export function moveName(
  { node, parent, key }: NodePath<t.Identifier>,
  imported: ReadonlySet<string>,
  file: File,
): void {
  const name = imported.has(node.name) ? names[node.name] : undefined
  if (name === undefined || t.isImportSpecifier(parent)) return
  const isKey = (t.isObjectProperty(parent) || t.isMemberExpression(parent)) && !parent.computed
  if (isKey && (key === 'key' || key === 'property')) return
  const isShort = t.isObjectProperty(parent) && parent.shorthand
  const toText = (): string => (isShort ? `${node.name}: ${name}` : name)
  file.add({ start: node.start ?? 0, end: node.end ?? 0, toText })
}

/** Moves the options of a call of `@ambit/proxy`. */
export function moveCall(
  { node }: NodePath<t.CallExpression>,
  imported: ReadonlySet<string>,
  file: File,
): void {
  const { callee, arguments: given } = node
  if (!t.isIdentifier(callee) || !imported.has(callee.name)) return
  const [options] = given
  if (callee.name === 'findProviders' && options && given.length === 1) {
    const toText = (): string => ', { ask: true }'
    file.add({ start: options.end ?? 0, end: options.end ?? 0, toText })
  }
  if (unwrapped.has(callee.name)) return unwrap(node, callee.name, file)
  if (!t.isObjectExpression(options)) return
  if (callee.name === 'createProxy' || callee.name === 'ambitProxy') moveOptions(options, file)
  if (callee.name === 'createNodeFetch') rename(options, 'nodeFetch', file)
  if (callee.name.startsWith('createRedis')) moveClient(options, file)
}

/** Puts the argument of a call in the place of the call. */
function unwrap(node: t.CallExpression, name: string, file: File): void {
  const [options] = node.arguments
  if (t.isObjectExpression(options)) {
    rename(options, name, file)
    for (const property of options.properties) {
      if (!t.isObjectProperty(property) || !t.isObjectExpression(property.value)) continue
      rename(property.value, 'window', file)
    }
  } else if (options) file.look(lineOf(node), `The options of \`${name}\` have other names now`)
  const toText = (): string => (options ? file.textOf(options) : '{}')
  file.add({ start: node.start ?? 0, end: node.end ?? 0, toText })
}

/** Gives options their new names, and tells of those that belong elsewhere. */
function rename({ properties }: t.ObjectExpression, kind: string, file: File): void {
  for (const property of properties) {
    const name = nameOf(property)
    if (name === undefined || !t.isObjectProperty(property)) continue
    const now = renamed[kind]?.[name]
    if (now !== undefined) {
      const { start, end } = property.key
      const toText = (): string => (property.shorthand ? `${now}: ${name}` : now)
      file.add({ start: start ?? 0, end: end ?? 0, toText })
    } else if (byHand[name] && (kind === 'proxy') === /^(prefixes|modelsWithoutKey)$/.test(name))
      file.look(lineOf(property), `\`${name}\` is ${byHand[name]} now`)
  }
}

function moveOptions(node: t.ObjectExpression, file: File): void {
  const valueOf = (name: string): t.ObjectExpression | undefined => {
    const found = node.properties.find((property) => nameOf(property) === name)
    return t.isObjectProperty(found) && t.isObjectExpression(found.value) ? found.value : undefined
  }
  rename(node, 'proxy', file)
  const timeouts = valueOf('timeouts')
  if (timeouts) rename(timeouts, 'timeouts', file)
  for (const model of valueOf('models')?.properties ?? []) {
    if (t.isObjectProperty(model) && t.isObjectExpression(model.value)) moveModel(model.value, file)
  }
  const given = new Set(node.properties.map(nameOf))
  const isAlone = !given.has('allowCredentials') && !given.has('allowedHeaders')
  if (isAlone) renameKey(node, 'allowedOrigins', 'origins', file)
  group(node, isAlone ? grouped : { ...grouped, ...origins }, file)
}

function moveModel(node: t.ObjectExpression, file: File): void {
  for (const property of node.properties) {
    if (nameOf(property) !== 'acceptApiKey' || !t.isObjectProperty(property)) continue
    const { value } = property
    const toText = (): string =>
      t.isBooleanLiteral(value)
        ? `key: '${value.value ? 'either' : 'server'}'`
        : `key: ${file.textOf(value)} ? 'either' : 'server'`
    file.add({ start: property.start ?? 0, end: property.end ?? 0, toText })
  }
  group(node, ofModel, file)
}

function renameKey(node: t.ObjectExpression, name: string, now: string, file: File): void {
  const property = node.properties.find((each) => nameOf(each) === name)
  if (!t.isObjectProperty(property)) return
  const { start, end } = property.key
  const toText = (): string => (property.shorthand ? `${now}: ${name}` : now)
  file.add({ start: start ?? 0, end: end ?? 0, toText })
}

/** Puts options into their groups, unless a group is there already. */
function group(node: t.ObjectExpression, places: typeof grouped, file: File): void {
  const given = new Set(node.properties.map(nameOf))
  const moved = new Map<Property, readonly [group: string, name: string]>()
  for (const property of node.properties) {
    const name = nameOf(property)
    const place = name === undefined ? undefined : places[name]
    if (!place) continue
    if (given.has(place[0]))
      file.look(lineOf(property), `\`${name}\` is \`${place.join('.')}\`: put it there`)
    else moved.set(property, place)
  }
  if (moved.size === 0) return
  const toText = (): string => toGrouped(node, moved, file)
  file.add({ start: node.start ?? 0, end: node.end ?? 0, toText })
}

/** Makes a client the first argument of a store. */
function moveClient(node: t.ObjectExpression, file: File): void {
  const client = node.properties.find((property) => nameOf(property) === 'client')
  if (!t.isObjectProperty(client) || node.properties.some((each) => t.isSpreadElement(each)))
    return file.look(lineOf(node), 'The client is the first argument of `redisStore` now')
  const rest = node.properties.filter((property) => property !== client)
  for (const property of rest) {
    if (nameOf(property) === 'keptMs')
      file.look(lineOf(property), '`keptMs` is `prefixes({ ttl })` now')
  }
  const toText = (): string => {
    const options = rest.map((property) => file.textOf(property)).join(', ')
    return file.textOf(client.value) + (options && `, { ${options} }`)
  }
  file.add({ start: node.start ?? 0, end: node.end ?? 0, toText })
}
