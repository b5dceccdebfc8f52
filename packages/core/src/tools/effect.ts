/**
 * The effect of a call on the world:
 *
 * - `read` changes nothing
 * - `write` changes something that can be changed back
 * - `egress` sends something out of the application
 * - `destructive` cannot be undone
 */
export type Effect = 'read' | 'write' | 'egress' | 'destructive'

export const effects: readonly Effect[] = ['read', 'write', 'egress', 'destructive']
