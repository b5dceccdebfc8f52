/** The tools that requests list, and how. */
export { present } from './present.ts'
export { stable } from './stable.ts'
export type { ListedTool, ToolChoice, ToolList, ToolListAt } from './tool-list.ts'
