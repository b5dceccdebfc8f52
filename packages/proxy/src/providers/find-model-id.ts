/** The longest wait for the list of models, in milliseconds. */
const maxWaitMs = 3000

/** The first model of a server, and the base URL at which it answers. */
export interface FoundModel {
  id: string
  baseURL: string
}

/**
 * Asks an OpenAI-compatible server for its models, at `/models` and at `/v1/models` of its base
 * URL. Returns the first one that can chat; undefined if the server does not answer or names none.
 */
export async function findModelId(
  baseURL: string,
  apiKey: string | undefined,
): Promise<FoundModel | undefined> {
  const base = baseURL.replace(/\/+$/, '')
  for (const url of [base, `${base}/v1`]) {
    const ids = await readIds(`${url}/models`, apiKey).catch(() => [])
    // Ollama lists models that only make embeddings beside the others.
    const id = ids.find((each) => !/embed/i.test(each)) ?? ids[0]
    if (id !== undefined) return { id, baseURL: url }
  }
  return undefined
}

async function readIds(url: string, apiKey: string | undefined): Promise<string[]> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(maxWaitMs),
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
  })
  if (!response.ok) return []
  const { data }: { data?: unknown } = await response.json()
  if (!Array.isArray(data)) return []
  return data.flatMap((model: { id?: unknown } | null) =>
    typeof model?.id === 'string' && model.id !== '' ? [model.id] : [],
  )
}
