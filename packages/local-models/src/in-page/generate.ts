export { collectParts as generate } from '@ambit/core/wire'
