import { checkFunctions } from './check-functions.ts'

// Imported before the parts that use the functions as soon as they are evaluated.
checkFunctions()
