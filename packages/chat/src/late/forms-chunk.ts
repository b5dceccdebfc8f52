/** The chunk with the forms that are too large for the panel. */
export { ArgsEditor } from '../approval/args-editor.tsx'
export { QuestionForm } from '../ask/question-form.tsx'
