const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Whether a URL is https. On this machine, a page may also use http to this machine. */
export function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  if (protocol === 'https:') return true
  return protocol === 'http:' && loopback.test(hostname) && loopback.test(location.hostname)
}
