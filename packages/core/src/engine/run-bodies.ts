export { chatBody } from './chat-body.ts'
export { toolBody } from './tool-body.ts'
