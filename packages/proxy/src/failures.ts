// What answers need once they fail, in one file to load.
export { failAnswer } from './fail-answer.ts'
export { toErrorPart } from './to-error-part.ts'
