/** The most messages that a handler can send before its last; the rest of its reports are dropped. */
const maxMessages = 1_000

/** The most characters of a result as JSON. */
const maxCharacters = 5_000_000

/**
 * All that runs in the frame, and the same for every call. It starts the worker and passes on what that says, within bounds and as text, which its own words are not: code
 * in the worker can neither flood the page nor speak for the frame.
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
 * What a strict Content-Security-Policy of the page has to list under `script-src` for sandboxes to start, quotes included, beside `worker-src blob:`. A frame
 * without an address of its own is under its page's policy too. It changes with the package's version.
 */
export const sandboxScriptHash: string = "'sha256-vaJDCrEgna8mbblF9g2wG5n017bfhtwfB5yU4myIBNA='"

/** The frame's document: no request may leave it, or the worker it starts, but to `connectSource`. */
export const toFrameDocument = (connectSource: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
  `script-src ${sandboxScriptHash}; worker-src blob:; connect-src ${connectSource}">` +
  `<script>${relay}</script>`
