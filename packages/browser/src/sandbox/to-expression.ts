import { AgentError } from '@ambit/core'

const name = String.raw`(?:[\w$\u0080-\uffff]+|\[[^\]]*\]|'[^']*'|"[^"]*")`
const method = new RegExp(String.raw`^(?:async\s+)?(?:\*\s*)?${name}\s*\(`)

/** The text of a function as an expression. Throws `AgentError` for what has no text of its own to run. */
export function toExpression(source: string, tool: string): string {
  const text = source.trim()
  if (/\{\s*\[native code\]\s*\}$/.test(text)) {
    throw new AgentError(
      `The handler of "${tool}" is a bound or built-in function: it has no text that a sandbox could run. Give the function itself.`,
    )
  }
  // `{ handler(args) {} }` has the text of a method, which is an expression only inside of an object.
  return method.test(text) && !/^(?:async\s*)?(?:function\b|\()/.test(text)
    ? `Object.values({ ${text}\n})[0]`
    : text
}
