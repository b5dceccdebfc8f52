/** The origins that an app may use, in the words of its server, not to be trusted. */
export interface McpAppOrigins {
  /** The origins that the app may fetch from and open sockets to. */
  readonly connectDomains?: unknown
  /** The origins of scripts, styles, pictures, fonts and media. */
  readonly resourceDomains?: unknown
  /** The origins of frames inside the app. */
  readonly frameDomains?: unknown
  /** The origins that the app's addresses may be relative to. */
  readonly baseUriDomains?: unknown
}

/** One whole origin: no path, no wildcard, no keyword. */
const origin = /^(https|wss):\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i

/** Returns the origins of a list as the sources of a directive. Leaves out everything else. */
const toSources = (list: unknown): string =>
  (Array.isArray(list) ? list : [])
    .filter((one): one is string => typeof one === 'string' && origin.test(one))
    .join(' ')

/** Returns the origins of a list as the sources of a directive that allows nothing else. */
export const orNone = (list: unknown): string => toSources(list) || "'none'"

/**
 * Returns the Content Security Policy of an app. Only the app's own text and the declared origins
 * may run, load or be reached.
 */
export function toPolicy(origins: McpAppOrigins): string {
  const load = toSources(origins.resourceDomains)
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${load}`,
    `style-src 'unsafe-inline' ${load}`,
    ...['img', 'font', 'media'].map((kind) => `${kind}-src data: ${load}`),
    `connect-src ${orNone(origins.connectDomains)}`,
    `frame-src ${orNone(origins.frameDomains)}`,
    `base-uri ${orNone(origins.baseUriDomains)}`,
    "form-action 'none'",
  ].join('; ')
}

/** Returns the page of an app with its policy, which comes before everything of the app. */
export const withPolicy = (html: string, origins: McpAppOrigins): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${toPolicy(origins)}">${html}`
