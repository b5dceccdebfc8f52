/** The chunk with the views that are shown in place of the conversation. */
export { Abilities } from '../abilities/abilities.tsx'
export { ArtifactPanel } from '../artifacts/artifact-panel.tsx'
export { SessionList } from '../sessions/session-list.tsx'
