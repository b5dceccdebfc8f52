import { type NodePath, types as t, type Visitor } from '@babel/core'
import type { File } from './codemod-file.ts'
import type { Imports } from './codemod-imports.ts'
import type { Known } from './codemod-known.ts'
import { moveOptions, nameOf, type Places, propertyOf } from './codemod-options.ts'

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

/** Where the options of each object stand now. */
const places: Readonly<Record<string, Places>> = {
  proxy: {
    basePath: ['path'],
    retries: ['retry'],
    routes: ['use'],
    heartbeatMs: ['timeouts', 'heartbeat'],
    maxBodyBytes: ['bytes', 'request'],
    maxEventBytes: ['bytes', 'event'],
    maxResponseBytes: ['bytes', 'response'],
  },
  origins: {
    allowedOrigins: ['origins', 'allow'],
    allowCredentials: ['origins', 'credentials'],
    allowedHeaders: ['origins', 'headers'],
  },
  model: {
    acceptApiKey: ['key'],
    providerOptions: ['provider', 'options'],
    allowProviderOptions: ['provider', 'allow'],
    allowProviderTools: ['provider', 'tools'],
  },
  limits: {
    concurrentStreams: ['streams'],
    maxOutputTokens: ['outputTokens'],
    requestsPerMinute: ['requests'],
  },
  window: { windowMs: ['per'] },
  retries: { maxRetries: ['max'], maxWaitMs: ['wait'] },
  timeouts: {
    callbackMs: ['callback'],
    firstByteMs: ['connect'],
    idleMs: ['idle'],
    totalMs: ['total'],
  },
  nodeFetch: { connectTimeoutMs: ['connect'] },
}

/** What a user has to move, and where. */
const byHand: Readonly<Record<string, string>> = {
  ledger: '`ledger: (row) => …` of `createProxy`',
  leaseMs: '`limits.lease`',
  modelsWithoutKey: "`models: { id: { key: 'none' } }`",
  prefixes: '`use: [prefixes({ store })]`',
  prices: '`prices` of `createProxy`',
  storeMs: '`timeouts.store` of `createProxy`',
}

/** Renames what a file imports of `@ambit/proxy`, where it is imported and where it is used. */
export function moveNames(imports: Imports, file: File): void {
  for (const one of imports.all) {
    const { name, source, specifier, uses } = one
    if (!/^@ambit\/proxy(\/|$)/.test(source)) continue
    if (unnamed.test(name)) file.look(specifier, `\`${name}\` has no name any more`)
    if (unwrapped.has(name)) {
      imports.remove(one, isCalled)
      for (const use of uses) if (!isCalled(use)) file.look(use.node, `\`${name}\` is gone`)
    }
    const now = Object.hasOwn(names, name) ? names[name] : undefined
    if (now === undefined) continue
    imports.rename(one, now)
    if (specifier.local.name !== name) continue
    for (const { node, parent } of uses)
      if (t.isObjectProperty(parent) && parent.shorthand) file.replace(parent, `${name}: ${now}`)
      else file.replace(node, now)
    for (const type of imports.typesOf(name)) file.replace(type, now)
  }
}

const isCalled = ({ parent, key }: NodePath): boolean =>
  t.isCallExpression(parent) && key === 'callee'

/** Returns the rules that move the options of calls of `@ambit/proxy`. */
export const proxyRules = (file: File, known: Known): Visitor => ({
  CallExpression: (path) => {
    const { node, scope } = path
    const name = known.imports.nameOf(node.callee, scope)
    if (name === undefined) return
    const [options] = node.arguments
    const given = known.objectOf(path.get('arguments')[0])
    if (name === 'findProviders' && options && node.arguments.length === 1)
      file.replaceBetween(options.end ?? 0, options.end ?? 0, ', { ask: true }')
    if (unwrapped.has(name)) return unwrap(node, name, given?.node, file)
    if (name === 'createMemoryPrefixes') lookAtKept(node, given?.node, file)
    if (name.startsWith('createRedis')) moveClient(node, file)
    if (name === 'createNodeFetch' && given) rename(given.node, 'nodeFetch', file)
    if (name !== 'createProxy' && name !== 'ambitProxy') return
    if (given) moveProxy(given.node, file)
    else if (options)
      file.look(options, 'These options come from elsewhere: look at their names there')
  },
})

/** Tells of the time that texts were kept: the store has no such option. */
function lookAtKept(node: t.Node, options: t.ObjectExpression | undefined, file: File): void {
  const kept = options && propertyOf(options, 'keptMs')
  if (kept) file.look(kept, '`keptMs` is `prefixes({ ttl })` now')
  else if (options && options.properties.length > 0)
    file.look(node, 'The options of `memoryStore` are others now')
}

/** Puts the argument of a call in the place of the call. */
function unwrap(
  node: t.CallExpression,
  name: string,
  given: t.ObjectExpression | undefined,
  file: File,
): void {
  const [options] = node.arguments
  if (given) {
    rename(given, name, file)
    for (const { value } of given.properties.filter((each) => t.isObjectProperty(each)))
      if (t.isObjectExpression(value)) rename(value, 'window', file)
  } else if (options) file.look(node, `The options of \`${name}\` have other names now`)
  file.replace(node, () => (options ? file.textOf(options) : '{}'))
}

/** Moves options, and tells of those that belong elsewhere. */
function rename(node: t.ObjectExpression, kind: string, file: File, more: Places = {}): void {
  moveOptions(node, { ...places[kind], ...more }, file)
  for (const property of node.properties) {
    const name = nameOf(property) ?? ''
    const isOfProxy = /^(prefixes|modelsWithoutKey)$/.test(name)
    if (Object.hasOwn(byHand, name) && (kind === 'proxy') === isOfProxy)
      file.look(property, `\`${name}\` is ${byHand[name]} now`)
  }
}

function moveProxy(node: t.ObjectExpression, file: File): void {
  const valueOf = (name: string): t.ObjectExpression | undefined => {
    const value = propertyOf(node, name)?.value
    return t.isObjectExpression(value) ? value : undefined
  }
  const timeouts = valueOf('timeouts')
  if (timeouts) rename(timeouts, 'timeouts', file)
  for (const model of valueOf('models')?.properties ?? [])
    if (t.isObjectProperty(model) && t.isObjectExpression(model.value)) moveModel(model.value, file)
  const isAlone = !propertyOf(node, 'allowCredentials') && !propertyOf(node, 'allowedHeaders')
  rename(node, 'proxy', file, isAlone ? { allowedOrigins: ['origins'] } : places['origins'])
}

function moveModel(node: t.ObjectExpression, file: File): void {
  const value = propertyOf(node, 'acceptApiKey')?.value
  if (t.isBooleanLiteral(value)) file.replace(value, value.value ? "'either'" : "'server'")
  else if (value) {
    const text = file.code.slice(value.start ?? 0, value.end ?? 0)
    file.replace(value, `${text} ? 'either' : 'server'`)
  }
  rename(node, 'model', file)
}

/** Makes a client the first argument of a store. */
function moveClient(call: t.CallExpression, file: File): void {
  const [node] = call.arguments
  const client = t.isObjectExpression(node) ? propertyOf(node, 'client') : undefined
  if (
    !t.isObjectExpression(node) ||
    !client ||
    node.properties.some((each) => t.isSpreadElement(each))
  )
    return file.look(call, 'The client is the first argument of `redisStore` now')
  const rest = node.properties.filter((property) => property !== client)
  for (const property of rest)
    if (nameOf(property) === 'keptMs') file.look(property, '`keptMs` is `prefixes({ ttl })` now')
  file.replace(node, () => {
    const options = rest.map((property) => file.textOf(property)).join(', ')
    return file.textOf(client.value) + (options && `, { ${options} }`)
  })
}

/** Whether a name of `@ambit/proxy` is gone, or another one now. */
export const isOldOfProxy = (name: string): boolean =>
  Object.hasOwn(names, name) || unwrapped.has(name) || unnamed.test(name)
