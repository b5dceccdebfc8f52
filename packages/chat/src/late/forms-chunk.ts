/** The forms of one chunk: those that are too large for the panel. */
export { ArgsEditor } from '../approval/args-editor.tsx'
export { QuestionForm } from '../ask/question-form.tsx'
