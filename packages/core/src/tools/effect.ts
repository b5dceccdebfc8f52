/**
 * What a call does to the world: `read` changes nothing, `write` changes what can be changed back, `egress` sends something out of the application, `destructive` cannot
 * be taken back.
 */
export type Effect = 'read' | 'write' | 'egress' | 'destructive'

export const effects: readonly Effect[] = ['read', 'write', 'egress', 'destructive']
