/** Makes `import 'ambit/chat/styles.css'`, and that of `parts.css`, known to TypeScript. */
export {}
