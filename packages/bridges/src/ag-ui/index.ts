export type { AguiEvent } from './agui-event.ts'
