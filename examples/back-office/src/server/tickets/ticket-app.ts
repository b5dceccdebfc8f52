/**
 * The app that shows a call of `show_ticket`: a page of HTML that speaks MCP Apps by hand, so that
 * it needs no bundle. It gets the result of the call, and says how tall it is.
 */
export const ticketApp = `<!doctype html>
<html lang="en">
<style>
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
  body { margin: 0; padding: 12px; color: light-dark(#1d1e1a, #ecebe4); background: light-dark(#fff, #1b1b18); }
  h1 { margin: 0 0 8px; font-size: 16px; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; margin: 0; }
  dt { color: light-dark(#63655c, #a3a498); }
  dd { margin: 0; }
</style>
<h1></h1>
<dl></dl>
<script>
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const add = (name, text) =>
    document.querySelector('dl').append(Object.assign(document.createElement(name), { textContent: text }))
  const names = { status: 'State', customer: 'Customer', openedOn: 'Opened', text: 'Text' }

  function show(ticket) {
    document.querySelector('h1').textContent = 'Ticket ' + ticket.id + ': ' + ticket.subject
    document.querySelector('dl').replaceChildren()
    for (const [key, name] of Object.entries(names)) {
      add('dt', name)
      add('dd', ticket[key])
    }
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return
    if (data.id === 'begin') send({ method: 'ui/notifications/initialized' })
    else if (data.method === 'ui/notifications/tool-result' && data.params.structuredContent) {
      show(data.params.structuredContent)
    } else if (data.method === 'ui/resource-teardown') send({ id: data.id, result: {} })
  })
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect()
    send({ method: 'ui/notifications/size-changed', params: { width, height: Math.ceil(height) } })
  }).observe(document.documentElement)
  send({
    id: 'begin',
    method: 'ui/initialize',
    params: {
      protocolVersion: '2026-01-26',
      appInfo: { name: 'ticket', version: '1.0.0' },
      appCapabilities: {},
    },
  })
</script>
</html>`
