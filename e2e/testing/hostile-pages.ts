// Pages that try to run code or to load an address where somebody looks at their snapshot.

/** As the SDK sends an element: its name, its attributes and its children. */
export type SentNode = string | [name: string, attributes: Record<string, string>, ...SentNode[]]

export type HostilePage = { kind: string; nodes: SentNode[]; css: string }

/** `address`: of a kind; a request to it is an attack that worked. */
export function hostilePages(address: (kind: string) => string): HostilePage[] {
  const nodes: Record<string, (url: string) => SentNode[]> = {
    script: (url) => [['script', {}, `fetch('${url}')`]],
    'script src': (url) => [['script', { src: url }]],
    onerror: (url) => [['img', { src: 'data:,', onerror: `fetch('${url}')` }]],
    'svg onload': (url) => [['svg', { onload: `fetch('${url}')` }]],
    'svg script': (url) => [['svg', {}, ['script', {}, `fetch('${url}')`]]],
    'svg image': (url) => [['svg', {}, ['image', { href: url, 'xlink:href': url }]]],
    'svg markup': (url) => [['svg', {}, ['foreignObject', {}, ['img', { src: url }]]]],
    mathml: (url) => [['math', {}, ['mtext', {}, ['img', { src: url }]]]],
    srcdoc: (url) => [['iframe', { srcdoc: `<img src="${url}">` }]],
    iframe: (url) => [['iframe', { src: url }]],
    frame: (url) => [
      ['frameset', {}, ['frame', { src: url }]],
      ['iframe', { src: url }],
    ],
    'javascript address': (url) => [['iframe', { src: `javascript:fetch('${url}')` }]],
    'meta refresh': (url) => [['meta', { 'http-equiv': 'refresh', content: `0;url=${url}` }]],
    base: (url) => [
      ['base', { href: `${url}/` }],
      ['img', { src: 'x.png' }],
    ],
    stylesheet: (url) => [['link', { rel: 'stylesheet', href: url }]],
    prefetch: (url) => [
      ['link', { rel: 'prefetch', href: url }],
      ['link', { rel: 'icon', href: url }],
    ],
    manifest: (url) => [['link', { rel: 'preload', as: 'image', href: url }]],
    img: (url) => [['img', { src: url, loading: 'eager' }]],
    srcset: (url) => [
      ['img', { srcset: `${url} 1x` }],
      ['picture', {}, ['source', { srcset: url }], ['img', {}]],
    ],
    'input image': (url) => [['input', { type: 'image', src: url }]],
    object: (url) => [['object', { data: url }]],
    embed: (url) => [['embed', { src: url }]],
    video: (url) => [['video', { src: url, poster: url, autoplay: '', preload: 'auto' }]],
    audio: (url) => [['audio', { src: url, autoplay: '' }, ['source', { src: url }]]],
    track: (url) => [['video', { poster: url }, ['track', { src: url, default: '' }]]],
    background: (url) => [['table', { background: url }, ['tr', {}, ['td', { background: url }, 'x']]]],
    'style attribute': (url) => [['p', { style: `background:url(${url})` }, 'x']],
    'escaped style': (url) => [['p', { style: `background:u\\72 l(${url});b:\\75\\72\\6c(${url})` }, 'x']],
    'image set': (url) => [['p', { style: `background:image-set('${url}' 1x)` }, 'x']],
    'end of an attribute': (url) => [['p', { class: `"><img src=${url}><p x="` }, 'x']],
    'end of a title': (url) => [
      ['p', { title: `'><img src='${url}` }, 'x'],
      ['p', { id: `"onclick="x"><img src=${url}>` }],
    ],
    'end of a style': (url) => [['p', { style: `color:red"><img src=${url}>` }, 'x']],
    'end of a text': (url) => [['textarea', {}, `</textarea><img src=${url}>`]],
    'markup as text': (url) => [`<img src=${url}><script>fetch('${url}')</script>`],
    comment: (url) => ['<!--', ['p', { title: `--><img src=${url}>` }], '-->'],
    'name with attributes': (url) => [
      [`img src=${url} x`, {}],
      [`p><img src=${url}><p`, {}],
    ],
    'attribute with a name': (url) => [['p', { [`x><img src=${url}>`]: 'x', [`onx"`]: url }]],
    noscript: (url) => [['noscript', {}, ['p', { title: `</noscript><img src=${url}>` }]]],
    template: (url) => [['template', { shadowrootmode: 'open' }, ['img', { src: url }]]],
    'raw text': (url) => [
      ['xmp', {}, `</xmp><img src=${url}>`],
      ['style', {}, `</style><img src=${url}>`],
    ],
    title: (url) => [
      ['title', {}, `</title><img src=${url}>`],
      ['plaintext', {}, `<img src=${url}>`],
    ],
    form: (url) => [['form', { action: url }, ['input', { autofocus: '', onfocus: `fetch('${url}')` }]]],
    prototype: (url) => [['p', JSON.parse(`{"__proto__":"x","constructor":"x"}`), ['img', { src: url }]]],
    'shadow root': (url) => [
      ['x-card', {}, ['#shadow', { sheets: '0 1' }, ['img', { src: url, onerror: url }]]],
    ],
    details: (url) => [['details', { open: '', ontoggle: `fetch('${url}')` }, 'x']],
  }
  const styles: Record<string, (url: string) => string> = {
    'css url': (url) => `body, p { background: url(${url}) }`,
    'css import': (url) => `@import url("${url}"); @import '${url}';`,
    'css font': (url) => `@font-face { font-family: x; src: url(${url}) } body { font-family: x }`,
    'css escape': (url) => `body { background: \\75 rl("${url}") } p { background: u\\000072l(${url}) }`,
    'css comment': (url) => `body { background: ur/**/l(${url}) } @/**/import "${url}"; p{x:url/**/(${url})}`,
    'css end': (url) => `</style><img src=${url}><script>fetch('${url}')</script><style>`,
    'css string': (url) => `p { content: "\\"; } body { background: url(${url}) } "`,
    'css image set': (url) =>
      `body { background: image-set("${url}" 1x), -webkit-image-set(url(${url}) 1x) }`,
    'css cursor': (url) =>
      `body { cursor: url(${url}), auto; list-style: url(${url}) } p { content: url(${url}) }`,
    'css property': (url) => `:root { --x: url(${url}) } body { background: var(--x) }`,
    'css name': (url) => `body { background: ×url(${url}) } p { background: \u00D7url(${url}), url(${url}) }`,
    'css nested': (url) =>
      `@media all { @supports (x: y) { } body { background: cross-fade(url(${url}), red) } }`,
    'css namespace': (url) =>
      `@namespace url("${url}"); @layer a { @import "${url}"; body { mask: url(${url}#a) } }`,
    'css element': (url) =>
      `body { background: src("${url}"); filter: url(${url}#f); clip-path: url(${url}#c) }`,
  }
  return [
    ...Object.entries(nodes).map(([kind, make]) => ({ kind, nodes: make(address(kind)), css: '' })),
    ...Object.entries(styles).map(([kind, make]) => ({ kind, nodes: ['x'], css: make(address(kind)) })),
  ]
}

/** As it would be shown by somebody who trusts it. */
export function trustingHtml({ nodes, css }: HostilePage): string {
  const write = (node: SentNode): string => {
    if (typeof node === 'string') return node
    const [name, attributes, ...children] = node
    const texts = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`,
    )
    return `<${name}${texts.join('')}>${children.map(write).join('')}</${name}>`
  }
  return `<!doctype html><style>${css}</style><body>${nodes.map(write).join('')}</body>`
}

/** The same page as rrweb records it. Its styles are in a sheet of an element, and scripts add them, too. */
export function toRecording({ nodes, css }: HostilePage, at: number): object[] {
  let id = 0
  const toNode = (node: SentNode): object => {
    if (typeof node === 'string') return { type: 3, textContent: node, id: ++id }
    const [name, attributes, ...children] = node
    const isShadow = name === '#shadow'
    const tagName = isShadow ? 'div' : name
    return { type: 2, tagName, attributes, id: ++id, isShadow, childNodes: children.map(toNode) }
  }
  const page: SentNode = ['html', {}, ['head', {}, ['style', { _cssText: css }]], ['body', {}, 'before']]
  const node = { type: 0, id: ++id, childNodes: [toNode(page)] }
  const body = id - 1
  // The body and its text are the last two: what comes after the page is added to the body.
  const adds = nodes.map((added) => ({ parentId: body, nextId: null, node: toNode(added) }))
  const rules = [{ rule: css, index: 0 }]
  const [documentId, styleId] = [1, 4]
  const adopted = { source: 15, id: documentId, styleIds: [1], styles: [{ styleId: 1, rules }] }
  return [
    { type: 4, timestamp: at - 900, data: { href: 'https://shop.example/', width: 800, height: 600 } },
    { type: 2, timestamp: at - 900, data: { node, initialOffset: { left: 0, top: 0 } } },
    { type: 3, timestamp: at - 500, data: { source: 0, texts: [], attributes: [], removes: [], adds } },
    { type: 3, timestamp: at - 450, data: { source: 8, id: styleId, adds: rules } },
    { type: 3, timestamp: at - 450, data: adopted },
    { type: 3, timestamp: at - 400, data: { source: 2, type: 2, id: body, x: 1, y: 1 } },
  ]
}
