import '@xyflow/react/dist/style.css'
import { type Agent, storeScope } from 'ambit'
import { Copilot } from 'ambit/chat'
import { AgentProvider } from 'ambit/react'
import {
  applyNodeChanges,
  Background,
  type Edge,
  Handle,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { create } from 'zustand'

type CardNode = Node<{ title: string; color: string }, 'card'>
interface Canvas {
  nodes: CardNode[]
  edges: Edge[]
}

export const useCanvas = create<Canvas>()(() => ({
  nodes: Array.from({ length: 300 }, (_, i) => ({
    id: `n${i}`,
    type: 'card' as const,
    position: { x: (i % 20) * 160, y: Math.floor(i / 20) * 90 },
    data: { title: `Node ${i}`, color: 'white' },
  })),
  edges: [],
}))
const { getState, setState } = useCanvas
const onNodesChange = (changes: NodeChange<CardNode>[]) =>
  setState(({ nodes }) => ({ nodes: applyNodeChanges(changes, nodes) }))

const exists = (id: string) => getState().nodes.some((node) => node.id === id)
const id = z.string().refine(exists, 'There is no such node.')
const newId = z.string().refine((id) => !exists(id), 'There is such a node.')

export const canvas = storeScope({
  name: 'canvas',
  label: 'Canvas',
  store: useCanvas,
  context: ({ nodes, edges }) => ({
    nodes: nodes.map(({ id, data: { title } }) => [id, title]),
    edges: edges.length,
    selected: nodes.filter(({ selected }) => selected).map(({ id }) => id),
  }),
  actions: {
    add_node: {
      description: 'Add a node.',
      parameters: z.object({ id: newId, title: z.string(), x: z.number(), y: z.number() }),
      run: ({ id, title, ...position }, { nodes }) =>
        setState({
          nodes: [...nodes, { id, type: 'card', position, data: { title, color: 'gold' } }],
        }),
    },
    connect_nodes: {
      description: 'Connect two nodes.',
      parameters: z.object({ from: id, to: id }),
      run: ({ from: source, to: target }, { edges }) =>
        setState({ edges: [...edges, { id: `${source}-${target}`, source, target }] }),
    },
    rename_node: {
      description: 'Rename a node.',
      parameters: z.object({ id, title: z.string() }),
      run: ({ id, title }, { nodes }) =>
        setState({
          nodes: nodes.map((node) =>
            node.id === id ? { ...node, data: { ...node.data, title } } : node,
          ),
        }),
    },
    remove_node: {
      description: 'Remove a node.',
      parameters: z.object({ id }),
      run: ({ id }, { nodes, edges }) =>
        setState({
          nodes: nodes.filter((node) => node.id !== id),
          edges: edges.filter(({ source, target }) => source !== id && target !== id),
        }),
    },
  },
})

const Card = ({ data }: NodeProps<CardNode>) => (
  <div style={{ background: data.color, border: '1px solid', padding: 6, width: 130 }}>
    <Handle type="target" position={Position.Top} />
    {data.title}
    <Handle type="source" position={Position.Bottom} />
  </div>
)
const nodeTypes = { card: Card }

function CanvasPage() {
  const { nodes, edges } = useCanvas()
  return (
    <div style={{ width: '100vw', height: '100vh' }} data-ambit-scope="canvas">
      <ReactFlow {...{ nodes, edges, onNodesChange, nodeTypes }} minZoom={0.1}>
        <Background />
      </ReactFlow>
    </div>
  )
}

export const App = ({ agent }: { agent: Agent }): ReactElement => (
  <AgentProvider agent={agent}>
    <CanvasPage />
    <Copilot composer={{ attachments: { types: ['image/*'] } }} />
  </AgentProvider>
)
