// The reasons: decisions/0107.
import { isLoopbackHost } from '../loopback.ts'
import type { ModelRules } from '../model-table.ts'

/** What a server answers: an object, which is empty if there is no answer in JSON. */
type Answer = Readonly<Record<string, unknown>>
type Ask = (path: string, body?: object) => Promise<Answer>

/** A kind of model server that developers run on their own machine. */
interface ServerKind {
  readonly prefix: string
  readonly name: string
  /** The port at which such a server listens if nobody says otherwise. */
  readonly port: number
  /** Returns the ids of the models that can call tools. Undefined if this is no such server. */
  readonly list: (ask: Ask) => Promise<unknown[] | undefined>
}

/** The longest wait for one answer, in milliseconds. */
const maxWaitMs = 1000

/** The most models of Ollama whose abilities are asked for: it is one request for each. */
const maxShown = 30

const kinds: readonly ServerKind[] = [
  {
    prefix: 'ollama',
    name: 'Ollama',
    port: 11434,
    async list(ask) {
      const models = listOf((await ask('/api/tags'))['models'])?.slice(0, maxShown)
      // What ends so runs on the servers of Ollama, not on this machine.
      const near = models?.filter(({ name }) => !/[:-]cloud$/.test(String(name)))
      const able = near?.map(async ({ name }) =>
        has((await ask('/api/show', { model: name }))['capabilities'], 'tools') ? [name] : [],
      )
      return able && (await Promise.all(able)).flat()
    },
  },
  {
    prefix: 'lm-studio',
    name: 'LM Studio',
    port: 1234,
    async list(ask) {
      const models = listOf((await ask('/api/v0/models'))['data'])
      // Versions before 0.3.16 do not tell what a model can do.
      const able = models?.filter(
        ({ type, capabilities = ['tool_use'] }) =>
          (type === 'llm' || type === 'vlm') && has(capabilities, 'tool_use'),
      )
      const wait = ({ state }: Answer): number => (state === 'loaded' ? 0 : 1)
      return able?.toSorted((one, other) => wait(one) - wait(other)).map(({ id }) => id)
    },
  },
  {
    prefix: 'llama.cpp',
    name: 'llama.cpp',
    port: 8080,
    async list(ask) {
      const models = listOf((await ask('/v1/models'))['data'])
      // Any program may listen at this port.
      const own = models?.filter((model) => model['owned_by'] === 'llamacpp')
      return own?.[0] && own.map(({ id }) => id).filter((id) => !/embed/i.test(String(id)))
    },
  },
]

/** What {@link findLocalModels} found. */
export interface LocalModels {
  /** The option `models` of `createProxy`: the best one of each server first. */
  readonly models: Record<string, ModelRules>
  /** The names of the servers that run, and have no model that can call tools. */
  readonly without: readonly string[]
}

/**
 * Looks for the model servers of this machine, and for their models that can call tools. A server
 * that does not answer in a second, or answers anything else, is not there. Asks for lists only:
 * nothing is loaded.
 *
 * @param urls Where to look on this machine, for a server of any kind, instead of the usual ports.
 */
export async function findLocalModels(urls?: readonly string[]): Promise<LocalModels> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const models: Record<string, ModelRules> = {}
  const without: string[] = []
  const look = async ({ prefix, name, list }: ServerKind, base: string): Promise<() => void> => {
    const ids = await list((path, body) => ask(base + path, body))
    const create = createOpenAICompatible({
      name: 'compatible',
      includeUsage: true,
      baseURL: `${base}/v1`,
    })
    return () => {
      if (ids?.length === 0) without.push(name)
      for (const id of ids ?? []) {
        if (typeof id !== 'string') continue
        // A file is named without its folder and its ending.
        const [, file = id] = /([^/\\]+?)(?:\.gguf)?$/.exec(id) ?? []
        models[`${prefix}/${id}`] = { model: create(id), label: `${file} (${name})` }
      }
    }
  }
  const looks = kinds.flatMap((kind) =>
    (urls ?? [`http://localhost:${kind.port}`]).map((url) => look(kind, url)),
  )
  // In the order of the kinds, whichever answers first.
  for (const add of await Promise.all(looks)) add()
  return { models, without }
}

async function ask(url: string, body?: object): Promise<Answer> {
  try {
    if (!isLoopbackHost(new URL(url).hostname)) return {}
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(maxWaitMs),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return response.ok ? Object(await response.json()) : {}
  } catch {
    return {}
  }
}

const listOf = (value: unknown): Answer[] | undefined =>
  Array.isArray(value) ? value.map(Object) : undefined

const has = (list: unknown, word: string): boolean => Array.isArray(list) && list.includes(word)
