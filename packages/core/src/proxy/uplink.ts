import type { Body } from './proxy-request.ts'
import type { Prefixes } from './prefixes.ts'

/** The way that bodies are sent to one proxy. */
export interface Uplink {
  /** True once an answer of the proxy has said that it reads gzip. */
  takesGzip: boolean
  /** The parts of calls that the proxy keeps. Undefined before the first call. */
  prefixes?: Prefixes | undefined
}

/** The characters of a body under which compression gains nothing. */
const leastCharacters = 4096

/** Notes what an answer says about compressed bodies, in its header `accept-encoding`. */
export function noteEncoding(uplink: Uplink, { headers }: Response): void {
  uplink.takesGzip = headers.get('accept-encoding')?.split(/[ ,]+/).includes('gzip') === true
}

/**
 * Compresses a body that is over 4,096 characters, if the proxy takes it so. Resolves with the text
 * itself if it is short, or where the browser cannot compress.
 */
export async function compressBody({ takesGzip }: Uplink, text: string): Promise<Body> {
  if (!takesGzip || text.length <= leastCharacters || !globalThis.CompressionStream) return text
  try {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  } catch {
    return text
  }
}

/** Tells if a refusal can come from a server that does not read gzip. */
export const mayBeEncoding = (status: number | undefined): boolean =>
  status === 400 || status === 415
