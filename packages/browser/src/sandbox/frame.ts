/** The most messages that a handler can send before its last one. Later reports are dropped. */
const maxMessages = 1_000

/** The most characters of a result, as JSON. */
const maxCharacters = 5_000_000

/**
 * The script of the frame, the same for every call. The script starts the worker and passes on what
 * the worker sends, within bounds and as text. The frame's own messages are lists, not text. So
 * code in the worker can neither flood the page nor speak for the frame.
 */
const relay = `addEventListener('message', ({ data: { script, input }, ports: [port] }) => {
  let left = ${maxMessages}
  const tell = (...message) => port.postMessage(message)
  try {
    const policy = self.trustedTypes?.createPolicy('ambit-sandbox', { createScriptURL: (url) => url })
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
    const worker = new Worker(policy ? policy.createScriptURL(url) : url)
    worker.onmessage = ({ data }) => {
      if (typeof data !== 'string') return
      if (data.length > ${maxCharacters}) return tell('threw', 'Error', 'Its result has more than ${maxCharacters} characters.')
      if (/^\\["(done|threw)"/.test(data) || left-- > 0) port.postMessage(data)
    }
    worker.onerror = ({ message }) => message ? tell('threw', 'Error', message.slice(0, 2_000)) : tell('blocked')
    worker.postMessage(input)
    tell('started')
  } catch {
    tell('blocked')
  }
}, { once: true })`

/**
 * The hash that a strict Content-Security-Policy of the page has to list under `script-src`, quotes
 * included, so that sandboxes can start. The policy also has to list `blob:` under `worker-src`. A
 * frame without an address of its own is under the policy of its page too. The hash changes with
 * the version of the package.
 */
export const sandboxScriptHash: string = "'sha256-vaJDCrEgna8mbblF9g2wG5n017bfhtwfB5yU4myIBNA='"

/**
 * Returns the document of the frame. The frame and its worker can send requests to `connectSource`
 * alone.
 */
export const toFrameDocument = (connectSource: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
  `script-src ${sandboxScriptHash}; worker-src blob:; connect-src ${connectSource}">` +
  `<script>${relay}</script>`

/**
 * Creates the frame, which is not in the page yet. The frame has no origin and is never visible.
 */
export function createFrame(connectSource: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  // The page's own styles may show frames.
  frame.style.setProperty('display', 'none', 'important')
  frame.srcdoc = toTrustedHtml(toFrameDocument(connectSource))
  return frame
}

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): { createHTML(html: string): string }
}

let createHtml: ((html: string) => string) | undefined

/**
 * Returns HTML of this package in a form that a page with Trusted Types accepts. If the page's
 * policy lists names, `ambit-sandbox` has to be one of them.
 */
function toTrustedHtml(html: string): string {
  createHtml ??= findPolicy()
  return createHtml(html)
}

function findPolicy(): (html: string) => string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory | undefined }
  const policy = trustedTypes?.createPolicy('ambit-sandbox', { createHTML: (html) => html })
  return policy ? (html) => policy.createHTML(html) : (html) => html
}
