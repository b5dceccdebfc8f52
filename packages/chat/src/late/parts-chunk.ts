/** The chunk with the parts of the panel that a person reaches late, or that not every app shows. */
export { Abilities } from '../abilities/abilities.tsx'
export { ArgsEditor } from '../approval/args-editor.tsx'
export { ArtifactPanel } from '../artifacts/artifact-panel.tsx'
export { QuestionForm } from '../ask/question-form.tsx'
export { AttachmentList } from '../composer/attachments/attachment-list.tsx'
export { DictateButton } from '../composer/dictation/dictate-button.tsx'
export { Meter } from '../meter/meter.tsx'
export { SessionList } from '../sessions/session-list.tsx'
