export { createDemoModel, type DemoModelOptions, demoLabel } from './create-demo-model.ts'
