export * from '../../errors/errors.ts'
export * from './answers.ts'
