/**
 * The script of the sandbox: the frame between the page and an app. It puts the app into a frame of
 * its own, and passes the messages on. The policy that it sets keeps that frame from going to
 * another address. The frame of the app never gets `allow-same-origin`. Its base, which the app
 * inherits, keeps the address of the page from the app, and makes its links to `#x` its own.
 */
const script = `(()=>{
const host=parent,prefix='ui/notifications/sandbox-';let view
onmessage=({source,data})=>{
const method=data?.method
if(source===host){
if(method!==prefix+'resource-ready')return view?.contentWindow.postMessage(data,'*')
const {title,html,frameSources}=data.params
const rule=document.createElement('meta')
rule.httpEquiv='Content-Security-Policy'
rule.content='frame-src '+frameSources
document.head.append(rule)
document.body.innerHTML='<iframe sandbox=allow-scripts style="border:0;width:100%;height:100%;position:fixed;inset:0">'
view=document.body.firstChild
view.title=title
view.srcdoc=html
}else if(source===view?.contentWindow&&!String(method).startsWith(prefix))host.postMessage(data,'*')
}
host.postMessage({jsonrpc:'2.0',method:prefix+'proxy-ready',params:{}},'*')
})()`

/**
 * The page to serve at `sandboxUrl`, as HTML. Its server must send no policy that forbids inline
 * scripts. Serve it from an origin that has nothing else, or with the header
 * `Content-Security-Policy: sandbox allow-scripts`.
 */
export const mcpAppSandbox: string = `<!doctype html><base href=about:srcdoc><body><script>${script}</script>`
