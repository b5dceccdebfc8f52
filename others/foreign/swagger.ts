import { createRequire } from 'node:module'
import type { ForeignApp } from './foreign-app.ts'

const require = createRequire(import.meta.url)

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The number of the order',
  schema: { type: 'string' },
}

const responses = { 200: { description: 'Done' } }

const document = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1.0.0' },
  servers: [{ url: './api' }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: { type: 'http', scheme: 'bearer' },
    },
  },
  security: [{ key: [] }, { login: [] }],
  paths: {
    '/orders/{id}': {
      get: {
        summary: 'Find an order',
        operationId: 'find',
        tags: ['orders'],
        parameters: [id],
        responses,
      },
      delete: {
        summary: 'Delete an order',
        operationId: 'remove',
        tags: ['orders'],
        parameters: [id],
        responses,
      },
    },
    '/orders': {
      post: {
        summary: 'Add an order',
        operationId: 'add',
        tags: ['orders'],
        parameters: [{ ...id, name: 'note', in: 'query', required: false, description: 'A note' }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { item: { type: 'string' }, count: { type: 'integer' } },
              },
            },
          },
        },
        responses,
      },
    },
  },
}

/** The page of an interface of three operations: React. */
export const swagger: ForeignApp = {
  manifest: () => require.resolve('swagger-ui-dist/package.json'),
  fileOf: (path) =>
    /^(?!swagger-initializer)[\w-]+\.(?:js|css|png)$/.test(path) ? path : undefined,
  page: (address, read) =>
    read('index.html')
      .replaceAll('./', address)
      .replace('href="index.css"', `href="${address}index.css"`)
      .replace(
        `<script src="${address}swagger-initializer.js" charset="UTF-8"> </script>`,
        () =>
          `<script>${read('swagger-initializer.js').replace(/url: ".*?"/, `url: "${address}openapi.json"`)}</script>`,
      ),
  start:
    () =>
    ({ path }) => {
      if (path === 'openapi.json') return { body: document }
      return path.startsWith('api/orders') ? { body: { state: 'done' } } : undefined
    },
}
