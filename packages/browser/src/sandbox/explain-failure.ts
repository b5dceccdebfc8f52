/** An error of a handler in a sandbox, as the worker sent it. */
export interface Thrown {
  readonly name: string
  readonly message: string
  /** The origin of the last request that was blocked, if one was. */
  readonly blocked?: string | undefined
}

const pageNames: ReadonlySet<string> = new Set([
  'alert',
  'confirm',
  'cookieStore',
  'customElements',
  'document',
  'history',
  'localStorage',
  'opener',
  'parent',
  'prompt',
  'RTCPeerConnection',
  'sessionStorage',
  'SharedWorker',
  'top',
  'window',
  'Worker',
])

/** The names that compilers, bundlers and coverage tools put into the text of a function. */
const toolNames =
  /^(?:__|cov_|import_|_import|_(?:async|await|class|define|extends|interop|jsx|object|sliced|spread|to)|\$Refresh)/

/**
 * Converts an error of a handler into one of the page, and adds advice if the sandbox is the cause.
 */
export function explainFailure(tool: string, { name, message, blocked }: Thrown): Error {
  const error = new Error(`${message.slice(0, 2_000)}${adviceFor(tool, name, message, blocked)}`)
  error.name = name.slice(0, 100)
  return error
}

function adviceFor(
  tool: string,
  name: string,
  message: string,
  blocked: string | undefined,
): string {
  const said = /SyntaxError/.exec(`${name}: ${message}`)
  if (said) {
    return `. The text of the handler of "${tool}" cannot be read as a function of \`(args, ctx)\`.`
  }
  const missing = name === 'ReferenceError' ? missingName(message) : undefined
  if (missing !== undefined) return `. ${adviceForMissing(tool, missing)}`
  if (!blocked) return ''
  return `. The sandbox let no request to ${blocked} out. If "${tool}" is to reach it, list it under \`allowNetwork\` of the agent's sandbox.`
}

const missingName = (message: string): string | undefined =>
  (
    /^([\w$\u0080-\uffff]+) is not defined/.exec(message) ??
    /^Can't find variable: ([\w$\u0080-\uffff]+)/.exec(message)
  )?.[1]

function adviceForMissing(tool: string, missing: string): string {
  if (pageNames.has(missing)) {
    return `A sandbox has no \`${missing}\`: no page, no storage, no other worker. Have "${tool}" return data, and act on the page in a tool without \`sandbox\`.`
  }
  if (toolNames.test(missing)) {
    return `\`${missing}\` is what a compiler, bundler or coverage tool put into the handler of "${tool}", and only the handler's own text is in the sandbox. Leave its file out of that, build for ES2022 or newer, or give the text itself with \`fromSource\`.`
  }
  return `\`${missing}\` is defined outside of the handler of "${tool}", and only the handler's own text is in the sandbox. Move it into the handler, or pass it in the arguments or in \`env\`.`
}
