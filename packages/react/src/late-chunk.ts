/** The chunk with what a page needs once a run begins, or once a tool has instances. */
export { createSettling } from './settle/settling.tsx'
export { registerInstance } from './tools/instance/instance-group.ts'
