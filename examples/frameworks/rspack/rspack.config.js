import { join } from 'node:path'

export default {
  mode: 'production',
  entry: './src/main.tsx',
  output: { path: join(import.meta.dirname, 'public/built'), publicPath: '/built/', clean: true },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: { detectSyntax: 'auto', jsc: { transform: { react: { runtime: 'automatic' } } } },
      },
      { test: /\.css$/, use: ['style-loader', 'css-loader'] },
    ],
  },
}
