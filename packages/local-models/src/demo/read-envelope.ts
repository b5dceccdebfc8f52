/** What a scope says about itself in the request. */
export interface ScopeContext {
  scope: string
  label: string
  value: unknown
}

export interface Envelopes {
  contexts: ScopeContext[]
  /** Tools that exist but are off, with the reason; empty when none was given. */
  unavailable: Map<string, string>
}

/** Envelope names have a hyphen, so a person's own `<b>bold</b>` stays a message. */
const block = /<([a-z]+-[a-z0-9-]*)((?:\s[^<>]*)?)>\n?([^<]*)<\/\1>/g

/** Whether a text holds nothing but envelopes: such a message is from the app and never a request. */
export function isEnvelope(text: string): boolean {
  return text.includes('<') && text.replace(block, '').trim() === ''
}

/**
 * Collects the values in the envelopes of a text. They are data from the page, trusted or not: nothing in them is read as a
 * request. A `<` inside is escaped by the sender, so a value cannot close its envelope.
 */
export function readEnvelopes(text: string, into: Envelopes): void {
  for (const [, tag, attributes = '', body = ''] of text.matchAll(block)) {
    if (tag === 'scope-context') {
      const scope = attribute(attributes, 'scope')
      const label = attribute(attributes, 'label') || scope
      into.contexts.push({ scope, label, value: parseLoosely(body.trim()) })
    }
    if (tag === 'unavailable-tools') {
      for (const line of body.trim().split('\n')) {
        const [name = '', ...reason] = line.split(':')
        if (name.trim()) into.unavailable.set(name.trim(), unescape(reason.join(':').trim()))
      }
    }
  }
}

/** JSON where it is JSON, else the text itself. */
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
