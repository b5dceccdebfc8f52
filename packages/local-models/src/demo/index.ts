export { createDemoModel } from './create-demo-model.ts'
export type { DemoModelOptions } from './create-demo-model.ts'
export { demoLabel } from './demo-label.ts'
