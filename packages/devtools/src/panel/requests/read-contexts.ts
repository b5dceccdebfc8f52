/** A context as the model reads it. */
export interface ReadContext {
  readonly scope: string
  /** The JSON text. */
  readonly text: string
}

/** The envelope of a context. No content can hold its end. */
const envelope = /<scope-context scope="([^"]*)"[^>]*>\n(.*?)\n<\/scope-context>/gs

/** Returns the contexts in a text of a prompt, in their order. */
export const readContexts = (text: string): ReadContext[] =>
  [...text.matchAll(envelope)].map(([, scope = '', inner = '']) => ({
    scope: unescape(scope),
    text: inner,
  }))

/** Returns the scopes whose contexts differ in two lines of JSON, each with how. */
export function changedContexts(
  before: string | undefined,
  after: string | undefined,
): [scope: string, how: 'came' | 'left' | 'changed'][] {
  const [was, is] = [before, after].map(
    (line) => new Map(readContexts(textOf(line)).map(({ scope, text }) => [scope, text])),
  )
  const scopes = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
  return scopes.flatMap((scope) => {
    const [old, now] = [was?.get(scope), is?.get(scope)]
    if (old === now) return []
    return [[scope, old === undefined ? 'came' : now === undefined ? 'left' : 'changed'] as const]
  }) as [string, 'came' | 'left' | 'changed'][]
}

/** Returns the text of a message from its first line of JSON. */
export function textOf(line: string | undefined): string {
  if (!line) return ''
  const [first = ''] = line.split('\n')
  const { content, text } = JSON.parse(first) as { content?: unknown; text?: unknown }
  return typeof content === 'string' ? content : typeof text === 'string' ? text : ''
}

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
}

const unescape = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|amp|quot);/g, (entity) => characters[entity] ?? entity)
