export { createDemoModel, demoLabel } from '@ambit/local-models/demo'
