import { fill } from './fill.ts'

/**
 * The modules of Node that have what browsers have as globals, and the names of those globals. No
 * channels: an open port of Node keeps Jest from its end.
 */
const sources: Readonly<Record<string, readonly string[]>> = {
  'node:stream/web': [
    'ReadableStream',
    'WritableStream',
    'TransformStream',
    'TextDecoderStream',
    'TextEncoderStream',
  ],
  'node:util': ['TextDecoder', 'TextEncoder'],
}

interface V8 {
  serialize(value: unknown): Uint8Array
  deserialize(bytes: Uint8Array): unknown
}

type Modules = (name: string) => Readonly<Record<string, unknown>> | undefined

/** Adds the functions that Node has, and that a test runner hides from the page. */
export function fillFromNode(): void {
  const { process } = globalThis as { process?: { getBuiltinModule?: Modules } }
  const moduleOf: Modules = (name) => process?.getBuiltinModule?.(name)
  for (const [source, names] of Object.entries(sources)) {
    for (const name of names) fill(globalThis, name, () => moduleOf(source)?.[name])
  }
  fill(globalThis, 'structuredClone', () => {
    const v8 = moduleOf('node:v8') as V8 | undefined
    return v8 && ((value: unknown): unknown => v8.deserialize(v8.serialize(value)))
  })
  const crypto = moduleOf('node:crypto')?.['webcrypto'] as Crypto | undefined
  fill(globalThis, 'crypto', () => crypto)
  fill(globalThis.crypto, 'randomUUID', () => crypto?.randomUUID.bind(crypto))
  fill(globalThis.crypto, 'subtle', () => crypto?.subtle)
}
