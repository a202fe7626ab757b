// A page with a secret in every place that can have text. Runs inside a page: nothing here is imported.

/** Fills the body, and returns the secrets: each is one word that nothing else has. */
export function plantSecrets(): string[] {
  const secrets: string[] = []
  const secret = () => {
    secrets.push(`Geheim${String(secrets.length).padStart(3, '0')}x`)
    return secrets.at(-1)!
  }
  const attributes =
    'title alt placeholder aria-label aria-description aria-roledescription aria-valuetext id ' +
    'name value href src srcset sizes action formaction poster data data-user data-order-id ' +
    'data-state cite content for form headers label list ping rel summary target usemap ' +
    'xlink:href itemid itemprop about property datetime pattern accept abbr scope lang nonce ' +
    'part slot is key ref role type class width height colspan rows dir hidden disabled style ' +
    'contenteditable accesskey background longdesc manifest codebase classid archive'
  const all = attributes.split(' ').map((name) => `<div ${name}="${secret()}"></div>`)
  const urls = ['a', 'area', 'link', 'img', 'source', 'form'].map((name) => {
    const attribute = { img: 'src', source: 'srcset', form: 'action' }[name] ?? 'href'
    return `<${name} ${attribute}="/answer/200/${secret()}?token=${secret()}#${secret()}"></${name}>`
  })
  const texts =
    'p span b td li h1 label option legend caption summary dt figcaption pre code address time ' +
    'data output button a th ruby rt q s sub mark meter progress noscript template math text ' +
    'canvas iframe object video audio xmp x-widget'
  const texted = texts.split(' ').map((name) => {
    if (/^(td|th|caption)$/.test(name)) return `<table><tr><${name}>${secret()}</${name}></tr></table>`
    return `<${name}>${secret()}</${name}>`
  })
  const types =
    'text password email hidden search tel url number checkbox radio button submit reset color date'
  const inputs = types
    .split(' ')
    .map((type) => `<input type="${type}" value="${secret()}" data-x="${secret()}">`)
  const svg =
    `<svg viewBox="0 0 9 9" aria-label="${secret()}"><title>${secret()}</title><desc>${secret()}</desc>` +
    `<text>${secret()}</text><path d="M0 0" id="${secret()}"/><use href="#${secret()}"/>` +
    `<foreignObject><p>${secret()}</p></foreignObject><metadata>${secret()}</metadata></svg>`
  const rest =
    `<!-- ${secret()} --><script type="application/json">${secret()}</script>` +
    `<textarea>${secret()}</textarea>` +
    `<iframe srcdoc="<p>${secret()}</p>"></iframe><select><optgroup label="${secret()}"><option ` +
    `value="${secret()}">${secret()}</option></optgroup></select><details><p>${secret()}</p></details>` +
    `<div contenteditable>${secret()}</div><object data="data:text/html,${secret()}"></object>` +
    `<div hidden>${secret()}</div><img srcset="/a/${secret()}.png 1x, /b/${secret()}.png 2x">` +
    `<div style="--name: ${secret()}; background: url('/c/${secret()}.png'); content: '${secret()}';` +
    ` view-transition-name: ${secret()}; grid-area: ${secret()}; font-family: '${secret()}'">x</div>`
  const styles =
    `.a::before { content: "${secret()}" } .b { background: url("/d/${secret()}.png") } ` +
    `.c { background: url(/e/${secret()}.png) } [data-y="${secret()}"] { color: red } ` +
    `/* ${secret()} */ @font-face { font-family: "${secret()}"; src: url(/f/${secret()}) } ` +
    `.d { --t: "${secret()}"; --u: url(/g/${secret()}); --v: '${secret()}' /* ${secret()} */ } ` +
    `.e { cursor: image-set(url("/h/${secret()}.png") 1x, "/i/${secret()}.png" 2x), auto } ` +
    `@import url("/answer/200/${secret()}.css"); @namespace n url("/j/${secret()}");` +
    `.f::after { content: "it\\"s ${secret()}" } .g { quotes: "${secret()}" "${secret()}" } ` +
    `@media (width > 1px) { .h::before { content: "${secret()}" } } .keep { color: rgb(1, 2, 3) }`
  document.body.insertAdjacentHTML(
    'beforeend',
    `<main>${[...all, ...urls, ...texted, ...inputs, svg, rest].join('')}</main>`,
  )
  document.head.append(Object.assign(document.createElement('style'), { textContent: styles }))
  const host = document.createElement('x-card')
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.innerHTML =
    `<style>p::before { content: "${secret()}" }</style><p title="${secret()}">${secret()}</p>` +
    `<slot name="${secret()}"></slot><input value="${secret()}">`
  const closed = document.createElement('x-closed')
  closed.attachShadow({ mode: 'closed' }).innerHTML = `<p>${secret()}</p>`
  const adopted = new CSSStyleSheet()
  adopted.replaceSync(`.k::before { content: "${secret()}" }`)
  document.adoptedStyleSheets = [adopted]
  document.body.append(host, closed)
  const typed = document.createElement('input')
  document.body.append(typed)
  typed.value = secret()
  document.title = secret()
  return secrets
}
