import type { Block } from './block.ts'
import type { ParsedPiece } from './parse-piece.ts'

/** The most times that a piece is parsed again, however many definitions follow. */
const MOST_ROUNDS = 16

interface Waiting {
  readonly firstKey: number
  readonly count: number
  readonly parse: () => ParsedPiece
  rounds: number
}

/** Closed pieces with `[labels]` whose definition may still follow. */
export class LateLinks {
  readonly #byLabel = new Map<string, Waiting[]>()
  /** The number of definitions so far. */
  definitions = 0

  /**
   * Remembers a piece with unresolved labels. `parse` parses the piece again with the definitions
   * known at that time.
   */
  add(parsed: ParsedPiece, firstKey: number, parse: () => ParsedPiece): void {
    if (parsed.unresolved.size === 0) return
    const waiting: Waiting = { firstKey, count: parsed.blocks.length, parse, rounds: 0 }
    for (const label of parsed.unresolved) {
      const others = this.#byLabel.get(label)
      if (others) others.push(waiting)
      else this.#byLabel.set(label, [waiting])
    }
  }

  /** Returns the blocks that look different now that `labels` are defined. */
  resolve(labels: ReadonlySet<string>): Block[] {
    this.definitions += labels.size
    const affected = new Set<Waiting>()
    for (const label of labels) {
      for (const waiting of this.#byLabel.get(label) ?? []) affected.add(waiting)
      this.#byLabel.delete(label)
    }
    const changed: Block[] = []
    for (const waiting of affected) {
      waiting.rounds += 1
      const blocks = waiting.rounds <= MOST_ROUNDS ? waiting.parse().blocks : []
      // A definition changes no block structure. The old blocks stay if the parser disagrees.
      if (blocks.length !== waiting.count) continue
      blocks.forEach((content, index) =>
        changed.push({ ...content, key: waiting.firstKey + index }),
      )
    }
    return changed
  }
}
