/** The context of a scope in the request. */
export interface ScopeContext {
  scope: string
  label: string
  value: unknown
}

export interface Envelopes {
  contexts: ScopeContext[]
  /** The tools that exist but are off, with the reason; the reason is empty if none was given. */
  unavailable: Map<string, string>
  /** The names of the things that a tool's parameter `instance` can be, by id, by tool. */
  instances: Map<string, ReadonlyMap<string, string>>
}

/**
 * The form of an envelope. The name of an envelope has a hyphen, so a user's own `<b>bold</b>`
 * stays a message.
 */
const block = /<([a-z]+-[a-z0-9-]*)((?:\s[^<>]*)?)>\n?([^<]*)<\/\1>/g

/**
 * Whether a text holds nothing but envelopes. Such a message is from the app, and never a request.
 */
export function isEnvelope(text: string): boolean {
  return text.includes('<') && text.replace(block, '').trim() === ''
}

/**
 * Collects the values in the envelopes of a text. The values are data from the page, trusted or
 * not, and nothing in them is read as a request. The sender escapes each `<` inside, so a value
 * cannot close its envelope.
 */
export function readEnvelopes(text: string, into: Envelopes): void {
  for (const [, tag, attributes = '', body = ''] of text.matchAll(block)) {
    if (tag === 'scope-context') {
      const scope = attribute(attributes, 'scope')
      const label = attribute(attributes, 'label') || scope
      into.contexts.push({ scope, label, value: parseLoosely(body.trim()) })
    }
    if (tag === 'tool-instances') {
      into.instances.set(attribute(attributes, 'tool'), readNames(parseLoosely(body.trim())))
    }
    if (tag === 'unavailable-tools') {
      for (const line of body.trim().split('\n')) {
        const [name = '', ...reason] = line.split(':')
        if (name.trim()) into.unavailable.set(name.trim(), unescape(reason.join(':').trim()))
      }
    }
  }
}

/** Reads the names of the instances that are on. An instance without a name has its id as one. */
function readNames(instances: unknown): Map<string, string> {
  const names = new Map<string, string>()
  for (const instance of Array.isArray(instances) ? (instances as unknown[]) : []) {
    const { id, label, off } = Object(instance) as Record<string, unknown>
    if (typeof id !== 'string' || off !== undefined) continue
    names.set(id, typeof label === 'string' ? label : id)
  }
  return names
}

/**
 * Returns the value of a tool's result. That of a third party stands in an envelope, and may be
 * JSON in a text of JSON.
 */
export function parseResult(text: string): unknown {
  const inner = /^<untrusted-content[^<>]*>\n([^<]*)\n<\/untrusted-content>$/.exec(text)?.[1]
  if (inner === undefined) return parseLoosely(text)
  const value = parseLoosely(inner)
  return typeof value === 'string' ? parseLoosely(value) : value
}

/** Parses JSON, or returns the text itself if it is not JSON. */
export function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function attribute(attributes: string, name: string): string {
  return unescape(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
