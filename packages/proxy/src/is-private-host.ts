/**
 * The names that only a local network resolves. A service of a cluster ends in its namespace, such
 * as `kubernetes.default`. No public domain that serves files ends in one of these words.
 */
const privateNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|intra|lan|home|corp|private|svc|home\.arpa|fritz\.box|ip|consul|kubernetes|cluster|default|prod|production|stage|staging|test|testing|qa|uat|infra|monitoring|backend|frontend|database|docker)$/

/** Whether the end of a name is not a public domain: only `xn--…` has a digit or a hyphen there. */
const isNoDomain = (end: string): boolean => /[-\d]/.test(end) && !end.startsWith('xn--')

/** The blocks of IPv4 that are not public: RFC 6890, and multicast. */
const privateBlocks: readonly (readonly [base: number, bits: number])[] = [
  [ipv4(0, 0), 8],
  [ipv4(10, 0), 8],
  [ipv4(100, 64), 10],
  [ipv4(127, 0), 8],
  [ipv4(169, 254), 16],
  [ipv4(172, 16), 12],
  [ipv4(192, 0), 24],
  [ipv4(192, 168), 16],
  [ipv4(198, 18), 15],
  [ipv4(224, 0), 3],
]

/**
 * Whether a host is of this machine, of a private network or of the link. That is a name without a
 * dot, a name such as `x.local`, or an address that is not public. A public name whose address is
 * private is not found, since no name is resolved.
 *
 * @param hostname The `hostname` of a URL, whose parser knows all notations of an address.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.{1,3}$/, '')
  if (host.startsWith('[')) return isPrivateIpv6(host.slice(1, -1))
  const [, a, b, c, d] = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)?.map(Number) ?? []
  if (a !== undefined && b !== undefined) return isPrivateIpv4(ipv4(a, b, c, d))
  const dot = host.lastIndexOf('.')
  return dot < 0 || isNoDomain(host.slice(dot + 1)) || privateNames.test(host)
}

function ipv4(a: number, b: number, c = 0, d = 0): number {
  return ((a * 256 + b) * 256 + c) * 256 + d
}

const isPrivateIpv4 = (address: number): boolean =>
  privateBlocks.some(([base, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(address / size) === Math.floor(base / size)
  })

/** The prefixes, of six or fewer groups, after which an address holds one of IPv4. */
const carriers = ['0:0:0:0:0:0', '0:0:0:0:0:65535', '0:0:0:0:65535:0', '100:65435:0:0:0:0']

function isPrivateIpv6(address: string): boolean {
  const groups = toGroups(address)
  const [first = 0, second = 0, third = 0] = groups
  const [seventh = 0, eighth = 0] = groups.slice(6)
  // Unique local, link-local, site-local, multicast.
  if (first >= 0xfc00 && first < 0xfe00) return true
  if (first >= 0xfe80) return true
  // Teredo, and the addresses of IPv4 in IPv6 that each network chooses for itself.
  if (first === 0x2001 && second === 0) return true
  if (first === 0x64 && second === 0xff9b && third === 1) return true
  // The unspecified address, this machine, and addresses of IPv4 in IPv6.
  if (carriers.includes(groups.slice(0, 6).join(':'))) {
    return isPrivateIpv4(seventh * 65_536 + eighth)
  }
  // 6to4 holds an address of IPv4 behind its prefix.
  return first === 0x2002 && isPrivateIpv4(second * 65_536 + third)
}

/** Returns the eight groups of an address as a URL writes it. */
function toGroups(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(head), read(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
