/** JSON of many values, by what a parser takes long for. Each makes the nth part of it. */
const parts: Readonly<Record<string, readonly [ends: '[]' | '{}', part: (nth: number) => string]>> =
  {
    'empty objects': ['[]', () => '{}'],
    'empty lists': ['[]', () => '[]'],
    'short texts': ['[]', (nth) => `"${nth.toString(36)}"`],
    'different keys': ['{}', (nth) => `"${nth.toString(36)}":1`],
    'different numbers as keys': ['{}', (nth) => `"${(nth * 7_919) % 4e9}":1`],
    'objects of different keys': ['[]', (nth) => `{"${nth.toString(36)}":1}`],
    'objects of few keys in any order': ['[]', (nth) => `{${shuffled(nth)}}`],
    'objects of two of many keys': ['[]', (nth) => `{"a${nth % 2e3}":1,"b${nth >> 11}":1}`],
    'one key again and again': ['{}', () => '"a":1'],
    'deep lists': ['[]', () => '['.repeat(50) + ']'.repeat(50)],
  }

function shuffled(nth: number): string {
  const left = [...'abcdefghij']
  return [...'123456']
    .map((value, at) => `"${left.splice((nth >> at) % left.length, 1)[0]}":${value}`)
    .join()
}

/** The names of what a parser takes long for. */
export const hostileKinds: readonly string[] = Object.keys(parts)

/** Returns JSON of some kind that is as long as `isFull` lets it be. */
export function hostileJson(
  kind: string,
  isFull: (length: number, part: string) => boolean,
): string {
  const [ends, part] = parts[kind] ?? ['[]', () => '1']
  const all: string[] = []
  let length = 2
  for (let nth = 0; ; nth++) {
    const next = part(nth)
    length += next.length + 1
    if (isFull(length, next)) return `${ends[0]}${all.join()}${ends[1]}`
    all.push(next)
  }
}

/** Returns hostile JSON that the proxy just takes: it has at most 100,000 values. */
export function allowedJson(kind: string): string {
  const keys = new Set<string>()
  let values = 2
  return hostileJson(kind, (_length, part) => {
    for (const [, key = ''] of part.matchAll(/"(\w*)":/g)) keys.add(key)
    values += 1 + (part.match(/[[{:,]/g)?.length ?? 0)
    return values + 4 * keys.size > 99_000
  })
}
