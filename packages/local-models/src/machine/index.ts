export { Machine } from './machine-models.ts'
export { withMachineModels } from './with-machine-models.ts'
