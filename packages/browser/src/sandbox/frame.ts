import { maxMessage, maxResult, reporter } from './bounds.ts'

/**
 * The script of the frame, the same for every call. The script starts the worker and passes on what
 * the worker sends, as text: few reports, short ones, and one end. The frame's own messages are
 * lists, not text. So code in the worker can neither flood the page nor speak for the frame.
 */
const relay = `addEventListener('message', ({ data: { script, input }, ports: [port] }) => {
  const post = (message) => port.postMessage(message)
  const { report, flush } = (${reporter})(post)
  let worker
  const end = (message) => {
    if (worker) {
      worker.onmessage = worker.onerror = null
      worker.terminate()
    }
    flush()
    post(message)
  }
  const pass = ({ data }) => {
    if (typeof data !== 'string') return
    const most = data.startsWith('["done",') ? ${maxResult + 20} : ${maxMessage}
    const isShort = data.length <= most
    if (!data.startsWith('["report",')) end(isShort ? data : ['large'])
    else if (isShort) report(data)
  }
  try {
    const policy = self.trustedTypes?.createPolicy('ambit-sandbox', { createScriptURL: (url) => url })
    const start = (script) => {
      const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
      return new Worker(policy ? policy.createScriptURL(url) : url)
    }
    worker = start(script)
    // Until its first message, no text of the handler has run.
    worker.onmessage = () => {
      worker.onmessage = pass
      worker.onerror = ({ message }) => end(['threw', 'Error', message.slice(0, 2_000)])
      worker.postMessage(input)
    }
    worker.onerror = ({ message }) => {
      if (message) return end(['unread', message.slice(0, 2_000)])
      // Firefox says as little of a script that it cannot read as of one that a policy blocks.
      worker = start('postMessage(0)')
      worker.onmessage = () => end(['unread'])
      worker.onerror = () => end(['blocked'])
    }
    post(['started'])
  } catch {
    end(['blocked'])
  }
}, { once: true })`

/**
 * The hash that a strict Content-Security-Policy of the page has to list under `script-src`, quotes
 * included, so that sandboxes can start. The policy also has to list `blob:` under `worker-src`. A
 * frame without an address of its own is under the policy of its page too. The hash changes with
 * the version of the package.
 */
export const sandboxScriptHash: string = "'sha256-Y7F1Sn2FRwUM8D2kUdAtduc6s6GfAZ1sxllivHZgv8g='"

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
