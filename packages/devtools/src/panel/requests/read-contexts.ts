/** A context as the model reads it. */
export interface ReadContext {
  readonly scope: string
  /** The JSON text. */
  readonly text: string
}

const open = '<scope-context scope="'
const close = '\n</scope-context>'

/** Returns the contexts in a text of a prompt, in their order. No content can hold their ends. */
export function readContexts(text: string): ReadContext[] {
  const contexts: ReadContext[] = []
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at)) {
    const from = at + open.length
    const begin = text.indexOf('>\n', from)
    const end = text.indexOf(close, begin)
    if (begin < 0 || end < 0) break
    const scope = unescape(text.slice(from, text.indexOf('"', from)))
    contexts.push({ scope, text: text.slice(begin + 2, end) })
    at = end
  }
  return contexts
}

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
