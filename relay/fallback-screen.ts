// The fallback screen as HTML: the sentence, the digest and two buttons. It needs no other file.
import { hashOf } from './console/security-headers.ts'

const STYLE = [
  'body{margin:0}',
  '#application-error{color-scheme:light dark;box-sizing:border-box;display:grid;place-content:center;' +
    'min-height:100vh;padding:24px;font:16px/1.5 system-ui,sans-serif;' +
    'color:light-dark(#1c1c1c,#e8e8e8);background:light-dark(#fff,#141414)}',
  '#application-error p{margin:0 0 12px;max-width:34em;overflow-wrap:anywhere}',
  '#application-error code{font:600 1em ui-monospace,Menlo,Consolas,monospace;letter-spacing:.06em;' +
    'user-select:all}',
  '#application-error button{font:inherit;color:inherit;min-height:40px;margin:8px 8px 0 0;padding:0 16px;' +
    'background:none;border:1px solid light-dark(#767676,#8c8c8c);border-radius:6px;cursor:pointer}',
  '#application-error button:hover{background:light-dark(#f2f2f2,#242424)}',
  '#application-error button:focus-visible{outline:2px solid;outline-offset:2px}',
].join('\n')

/** Without a secure context there is no clipboard: then the digest is selected, to be copied by hand. */
const SCRIPT = [
  "const [reload,copy]=document.querySelectorAll('button'),digest=document.querySelector('code')",
  'reload.onclick=()=>location.reload()',
  'copy.onclick=async()=>{try{await navigator.clipboard.writeText(digest.textContent);' +
    "copy.textContent='Copied'}catch{getSelection().selectAllChildren(digest)}}",
].join('\n')

const POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SENTENCE_START = 'Application error: a client-side or server-side exception has occurred while loading'
const SENTENCE_END = '(see the browser console or server logs for more information)'

export function fallbackScreen(host: string, digest: string): { html: string; policy: string } {
  const safeHost = host.replaceAll(/[^\w.:[\]-]/g, '')
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Application error</title><style>${STYLE}</style></head>
<body><section role="alert" id="application-error">
<p>${SENTENCE_START} ${safeHost} ${SENTENCE_END}</p>
<p>Digest: <code>${digest}</code></p>
<div><button type="button">Reload</button><button type="button">Copy digest</button></div>
</section><script>${SCRIPT}</script></body>
</html>
`
  return { html, policy: POLICY }
}
