import { checkFunctions } from './platform.ts'

// Imported before the parts that use the functions as soon as they are evaluated.
checkFunctions()
