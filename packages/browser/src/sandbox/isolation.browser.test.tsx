import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { server } from 'vitest/browser'
import { sandboxScriptHash, toFrameDocument } from './frame.ts'
import { failureOf, inSandbox } from '../../test/run-in-sandbox.ts'

/** The address of a request that any page may send, so the sandbox alone can block it. */
const target = `${location.origin}/`

/**
 * A piece of code that tries something in a sandbox. `by` names what stops it: a directive of the
 * policy, the name of an error, or null if nothing is there to reach.
 */
interface Probe {
  readonly by: string | null
  readonly source: string
}

// Not every engine tells a worker which directive stopped it, and their errors have other names.
const tellsWhatStops = server.browser === 'chromium'

function expectStopped(outcome: unknown, { by }: Probe): void {
  if (tellsWhatStops) expect(outcome).toBe(by)
  else expect(String(outcome)).toMatch(/^(?:blocked|false|null)$|error|-src/i)
}

/** Wraps a probe so that it returns what stopped it. */
const watched = ({ by, source }: Probe): string => `async (args) => {
  let directive
  const violated = new Promise((resolve) => {
    addEventListener('securitypolicyviolation', (event) => resolve((directive = event.effectiveDirective)))
  })
  let found
  try {
    found = await (${source})(args)
  } catch (error) {
    found = error.name
  }
  ${tellsWhatStops && by?.includes('-src') ? `if (found !== 'reached') await violated` : ''}
  return directive ?? found
}`

/** The probes that send a request. Each returns `reached` if the request was sent. */
const requests: Readonly<Record<string, Probe>> = {
  fetch: {
    by: 'connect-src',
    source: `async ({ url }) => { await fetch(url, { mode: 'no-cors' }); return 'reached' }`,
  },
  'fetch with keepalive': {
    by: 'connect-src',
    source: `async ({ url }) => { await fetch(url, { mode: 'no-cors', keepalive: true, method: 'POST', body: 'secret' }); return 'reached' }`,
  },
  XMLHttpRequest: {
    by: 'connect-src',
    source: `({ url }) => new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.onload = () => resolve('reached')
    request.onerror = () => resolve('blocked')
    request.open('GET', url)
    request.send()
  })`,
  },
  'synchronous XMLHttpRequest': {
    by: 'connect-src',
    source: `({ url }) => {
    const request = new XMLHttpRequest()
    request.open('GET', url, false)
    request.send()
    return 'reached'
  }`,
  },
  WebSocket: {
    by: 'connect-src',
    source: `({ url }) => new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws'), 'vite-ping')
    socket.onopen = () => resolve('reached')
    socket.onerror = () => resolve('blocked')
  })`,
  },
  EventSource: {
    by: 'connect-src',
    source: `({ url }) => new Promise((resolve) => {
    const source = new EventSource(url)
    source.onopen = () => resolve('reached')
    source.onerror = () => resolve('blocked')
  })`,
  },
  WebTransport: {
    by: 'ReferenceError',
    source: `async ({ url }) => { await new WebTransport(url.replace('http:', 'https:')).ready; return 'reached' }`,
  },
  'import()': {
    by: 'script-src-elem',
    source: `async ({ url }) => { await import(url + '@vite/client'); return 'reached' }`,
  },
  'import() of a data URL': {
    by: 'script-src-elem',
    source: `async () => { await import('data:text/javascript,export default 1'); return 'reached' }`,
  },
  importScripts: {
    by: 'script-src-elem',
    source: `({ url }) => { importScripts(url + '@vite/client'); return 'reached' }`,
  },
  'importScripts of a blob': {
    by: 'script-src-elem',
    source: `() => {
    importScripts(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })))
    return 'reached'
  }`,
  },
  FontFace: {
    by: 'font-src',
    source: `async ({ url }) => { await new FontFace('probe', 'url(' + url + ')').load(); return 'reached' }`,
  },
  sendBeacon: {
    by: 'TypeError',
    source: `({ url }) => navigator.sendBeacon(url, 'secret') && 'reached'`,
  },
  WebRTC: {
    by: 'ReferenceError',
    source: `({ url }) => { new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + new URL(url).host }] }); return 'reached' }`,
  },
  'a worker of its own': {
    by: 'ReferenceError',
    source: `({ url }) => { new Worker(url + '@vite/client'); return 'reached' }`,
  },
  'a worker of a blob': {
    by: 'ReferenceError',
    source: `() => { new Worker(URL.createObjectURL(new Blob(['1']))); return 'reached' }`,
  },
  'a shared worker': {
    by: 'ReferenceError',
    source: `({ url }) => { new SharedWorker(url); return 'reached' }`,
  },
}

/** The probes that look for the page. Each returns what it found, or throws, or returns nothing. */
const reaches: Readonly<Record<string, Probe>> = {
  window: { by: 'ReferenceError', source: '() => window' },
  document: { by: 'ReferenceError', source: '() => document.cookie' },
  parent: { by: 'ReferenceError', source: '() => parent.location.href' },
  top: { by: 'ReferenceError', source: '() => top.location.href' },
  opener: { by: 'ReferenceError', source: '() => opener' },
  'document.cookie through the global object': {
    by: null,
    source: '() => globalThis.document?.cookie',
  },
  cookieStore: { by: 'ReferenceError', source: '() => cookieStore.getAll()' },
  localStorage: { by: 'ReferenceError', source: `() => localStorage.getItem('secret')` },
  sessionStorage: { by: 'ReferenceError', source: `() => sessionStorage.getItem('secret')` },
  indexedDB: {
    by: 'SecurityError',
    source: `() => new Promise((resolve, reject) => {
    const request = indexedDB.open('secret')
    request.onsuccess = () => resolve('opened')
    request.onerror = () => reject(request.error)
  })`,
  },
  caches: { by: 'ReferenceError', source: `() => caches.open('secret').then(() => 'opened')` },
  'the private file system': {
    by: 'TypeError',
    source: `() => navigator.storage.getDirectory().then(() => 'opened')`,
  },
  locks: { by: 'TypeError', source: `() => navigator.locks.request('secret', () => 'held')` },
  postMessage: { by: 'TypeError', source: `() => postMessage('plain text')` },
  'postMessage through the global object': { by: null, source: '() => self.postMessage' },
  'service workers': { by: null, source: '() => navigator.serviceWorker?.controller' },
  'another origin': {
    by: null,
    source: `() => (self.origin === 'null' ? undefined : self.origin)`,
  },
  'the address of the page': {
    by: null,
    source: `() => (location.href.startsWith('blob:null') ? undefined : location.href)`,
  },
  'the referrer': { by: null, source: '() => globalThis.document?.referrer' },
  eval: { by: 'script-src', source: `() => eval('1')` },
  'new Function': { by: 'script-src', source: `() => new Function('return 1')()` },
  'a timer of text': {
    by: 'script-src',
    source: `() => new Promise((resolve) => { self.found = resolve; setTimeout('found(1)'); setTimeout(resolve, 50) })`,
  },
  WebAssembly: {
    by: 'script-src',
    source: `() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => 'compiled')`,
  },
}

describe('the sandbox', () => {
  const channel = new BroadcastChannel('secret')
  const post = channel.postMessage.bind(channel)
  const heard: unknown[] = []
  const onMessage = ({ data }: MessageEvent): void => void heard.push(data)

  beforeAll(() => {
    localStorage.setItem('secret', 'of the page')
    sessionStorage.setItem('secret', 'of the page')
    document.cookie = 'secret=of-the-page'
    channel.addEventListener('message', onMessage)
    addEventListener('message', onMessage)
  })

  afterAll(() => {
    localStorage.removeItem('secret')
    sessionStorage.removeItem('secret')
    document.cookie = 'secret=; max-age=0'
    channel.close()
    removeEventListener('message', onMessage)
  })

  it.each(Object.entries(requests))('A14 R61 lets no request out by %s', async (_, probe) => {
    expectStopped(await inSandbox(watched(probe), {}, { args: { url: target } }), probe)
  })

  it('A14 R61 is held by its policy, not by what the worker lacks: with leave the same requests go out', async () => {
    const free = ['fetch', 'synchronous XMLHttpRequest', 'WebSocket'] as const
    for (const name of free) {
      const network = [location.origin, location.origin.replace('http', 'ws')]
      const sent = inSandbox(
        requests[name]?.source ?? '',
        { allowNetwork: network },
        { args: { url: target } },
      )
      // A server that does not accept the origin `null` was still reached.
      expect([name, await sent.catch(String)]).toEqual([
        name,
        expect.stringMatching(/reached|NetworkError/),
      ])
    }
    const elsewhere = { allowNetwork: ['https://api.example.com'] }
    const { message } = await failureOf(
      inSandbox(requests['fetch']?.source ?? '', elsewhere, { args: { url: target } }),
    )
    expect(message).toContain(`The sandbox let no request to ${location.origin} out`)
    const narrowed = inSandbox(
      requests['fetch']?.source ?? '',
      { allowNetwork: true },
      { args: { url: target }, allowNetwork: false },
    )
    expect((await failureOf(narrowed)).message).toContain('let no request')
  })

  it.each(Object.entries(reaches))('A14 R61 has no %s', async (_, probe) => {
    expectStopped(await inSandbox(watched(probe)), probe)
  })

  it('A14 R61 speaks to nobody but by its answer', async () => {
    const source = `async () => {
      const channel = new BroadcastChannel('secret')
      let answered = false
      channel.onmessage = () => (answered = true)
      channel.postMessage('from the sandbox')
      await new Promise((resolve) => setTimeout(resolve, 100))
      return answered
    }`
    const done = inSandbox(source)
    post('from the page')
    expect(await done).toBe(false)
    expect(heard).toEqual([])
  })

  it('says the hash of its script, which a strict page allows', async () => {
    const [, script] = /<script>(.*)<\/script>$/s.exec(toFrameDocument("'none'")) ?? []
    const bytes = new TextEncoder().encode(script)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    expect(sandboxScriptHash).toBe(`'sha256-${btoa(String.fromCharCode(...digest))}'`)
  })
})
