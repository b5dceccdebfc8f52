import type { Scope } from '../values/scope.ts'

/**
 * A scope's context as the model sees it. `json` is JSON text; `<`, `>` and `&` in it are written as JSON escapes, so that no content can close
 * the envelope it stands in.
 */
export function toContextEnvelope(scope: Scope, json: string): string {
  const trust = scope.untrusted ? ' trust="untrusted"' : ''
  const open = `<scope-context scope="${escapeText(scope.name)}" label="${escapeText(scope.label)}"${trust}>`
  return `${open}\n${escapeJson(json)}\n</scope-context>`
}

/** The tools that are off, each with its reason, in an envelope of their own. */
export function toUnavailableEnvelope(off: readonly { name: string; reason: string }[]): string {
  const lines = off.map(({ name, reason }) => `${name}: ${escapeText(reason)}`)
  return `<unavailable-tools>\n${lines.join('\n')}\n</unavailable-tools>`
}

const escapeJson = (json: string): string =>
  json.replaceAll(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

const escapeText = (text: string): string =>
  text.replaceAll(/[<>&"]/g, (c) => entities[c] ?? c).replaceAll(/\s+/g, ' ')
