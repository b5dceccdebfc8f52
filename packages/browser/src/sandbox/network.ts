import { AgentError } from '@ambit/core'

/** The origins that a handler may reach: none, all, or those in the list. */
export type Network = boolean | readonly string[]

/**
 * The form of an origin that is safe in a policy. A URL may also have a host with `*` or `;` in it.
 */
export const plainOrigin: RegExp = /^(?:https?|wss?):\/\/(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d+)?$/

/** Throws `AgentError` for an entry that is not an origin. */
export function checkNetwork(network: Network, option: string): Network {
  if (typeof network === 'boolean') return network
  for (const origin of network) {
    if (plainOrigin.test(origin) && new URL(origin).origin === origin) continue
    throw new AgentError(
      `\`${option}\` has ${JSON.stringify(origin)}, which is not an origin. Give scheme, host and port, as in 'https://api.example.com'.`,
    )
  }
  return network
}

/** Returns the part of `allowed` that is also in `wanted`. */
export function narrow(allowed: Network, wanted: Network | undefined): Network {
  if (wanted === undefined || wanted === true || allowed === false) return allowed
  if (wanted === false || allowed === true) return wanted
  return wanted.filter((origin) => allowed.includes(origin))
}

/**
 * Returns the `connect-src` of a Content-Security-Policy that allows these origins and nothing
 * else.
 */
export function toConnectSource(network: Network): string {
  if (network === true) return 'https: http: wss: ws:'
  return network === false || network.length === 0 ? "'none'" : network.join(' ')
}
