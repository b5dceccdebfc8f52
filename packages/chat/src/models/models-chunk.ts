/** The chunk with the list of models, which few chats show. */
export { default as styles } from './models.css?inline'
export { Models } from './models.tsx'
